import type { Lexicon } from './lexicon.ts';

/**
 * The English words for relations, as data; `lexicon.ts` explains each field. The code of the reader contains no such
 * words, so a further language needs only a further file like this.
 */
export const english: Lexicon = {
  relations: [
    {
      ...{ type: 'leads', from: 'agent', to: 'sure team' },
      verbs:
        'run, manage, oversee, direct, supervise, coordinate, be responsible for, be in/put_in charge of, be put over',
    },
    {
      ...{ type: 'leads', from: 'person', to: 'sure team' },
      verbs: 'take over, be over, inherit, look after',
      frames:
        '_ put F in_charge of T, F take over T from B, F inherit T from B, _ hand over T from B to F, B hand T to F, B hand over T to F, T be under F',
    },
    {
      ...{ type: 'reports_to', from: 'person', to: 'person' },
      reverse: 'manage, supervise, boss, line-manage, be boss of, be in charge of',
    },
    {
      ...{ type: 'leads', from: 'holder', to: 'group' },
      verbs:
        'lead, co-lead, head, head up, direct, captain, skipper, helm, spearhead, steer, command, lead up, front, be/stand at the helm/head/wheel/top/tiller of, be in command/the_lead of, take/hold the helm/wheel/reins of/at/in, call the shots in/at/on, run the show in/at/on, wear the armband of/for',
      reverse: 'be/stand under the leadership/direction/command of, be/work/operate/serve under',
      frames: 'T have F at helm/head/wheel/top, T have F in lead/charge, _ put F at helm/head/top of T',
    },
    {
      ...{ type: 'leads', from: 'holder', to: 'unit' },
      roles:
        'lead, leader, team lead, team leader, tech lead, technical lead, lead engineer, lead developer, co-lead, head, head coach, manager, engineering manager, product manager, project manager, director, captain, boss, chief, vp, vice president, principal, supervisor, foreman, forewoman, team captain, skipper, coordinator, commander, incident commander, scrum master, coach',
      heads: 'leadership, direction, command, helm, reins, lead',
    },
    {
      ...{ type: 'chairs', from: 'holder', to: 'unit' },
      verbs:
        'chair, co-chair, preside over, moderate, convene, facilitate, take/hold/have/occupy the chair of/at/in, be in the chair of/at/for, hold the gavel of/at/in/for, wield the gavel of/at/in',
      frames: 'T have F in/as chair',
      roles:
        'chair, co-chair, vice chair, deputy chair, chairman, chairwoman, chairperson, convener, convenor, organizer, organiser, moderator, president, facilitator, speaker',
      heads: 'chairmanship, gavel, chair',
    },
    {
      ...{ type: 'assigned_to', from: 'agent', to: 'task' },
      reverse:
        'be assigned/given/handed/allocated to, be on the plate/desk/list of, be with, sit/lie/rest with, go/fall to',
      verbs: 'work on, handle, be working on, pick up, take, take on, be on, tackle',
      roles: 'assignee',
      heads: 'plate, desk, list, queue',
    },
    {
      ...{ type: 'assigned_to', from: 'person', to: 'task' },
      verbs: 'be assigned/allocated/put/staffed to/on, be busy with, be put onto',
    },
    {
      ...{ type: 'located_in', from: 'thing', to: 'place' },
      frames:
        'F move/go/migrate from C to/into T, _ move/migrate/relocate/transfer F from C to/into T, F move out of C into/to T',
    },
    { ...{ type: 'member_of', from: 'person', to: 'group' }, verbs: 'belong to/in' },
    {
      ...{ type: 'member_of', from: 'person', to: 'sure team' },
      verbs:
        'be on/in/with/at, sit/stay/stand/remain with/in/on, transfer/move/switch/go/change/rotate/return to/into, move/go/switch over to, be/come from, sit among, be staffed on, be employed by',
      frames:
        'F move/switch/transfer/change/go/rotate/hop/shift/swap/defect from C to/into T, F leave C for T, C lose F to T, F swap/trade C for T, _ move/transfer F from C to T',
    },
    {
      ...{ type: 'owns', from: 'agent', to: 'named' },
      verbs:
        'own, co-own, look after, take care of, oversee, shepherd, steward, govern, attend to, answer for, see after, see about, watch over, mind, be/stay/remain/become responsible/accountable/answerable/liable for, be/put/place in charge of, be in_charge of, be put in charge of, be on the hook for, be left holding, hold the bag/reins for/of, be charged/tasked/entrusted/saddled/lumbered/stuck with, get stuck with, end/wind up with, hold/have the keys to/for/of, have the final say over/on, have the say over/on/in, have the admin access/rights to/on/for, have maintain access/rights to/on/for, inherit, acquire, adopt, take over, take on, take charge of, pick up, call the shots on/for/in, run point on/for, be/take point on/for, be on point/top for/of, be behind, be the one for/with/behind, be the person/team/one/name/face to blame for, be the person/team/name/face behind, stand/be behind, see to, have custody/charge/possession/oversight/control of/over, keep an/watch eye on/over, wear the hat for/of, be steward of',
      reverse:
        'fall/come under, fall to, be down/up to, be assigned/allocated/entrusted/given/left/handed/signed_over to,  be owned by, be left with, be in the hands of, be on the plate/desk/shoulders of, rest on the shoulders of, have a home with, be parked/homed with, find a home with',
      frames:
        'T go to F for review, T need review from F, T be/become/remain/stay P, _ transfer/hand/pass/reassign/give/turn/sign T from B to F, _ hand/pass/sign/turn over/on/off T from B to F, B hand/give/pass/transfer/reassign/delegate/cede/entrust/leave/bequeath/sell/surrender/relinquish/yield/release/present T to F, B hand/pass/turn/sign over/on/off/down T to F, B hand F T, B hand over F T, B entrust F with T, B hand/pass/sign/turn/give T over/on/off/down to F, B leave T with F, B dump T on F, F take/inherit/acquire/assume/get/receive/collect/adopt T from B, F take over T from B, F take on T from B, F pick up T from B, F take T off B, T pass/go/transfer/shift from B to F, _ put F in_charge of T, T pass/transfer/shift/devolve to F, T change hands from B to F, F replace B on T, F take over from/for B on/for/at/in T, F follow B on/in T, F step in for B on T, F keep T running, F make sure of T, F take T on, F have T on plate/desk/list, F have T under wing/care/control/thumb/belt, F have T in care/hands/portfolio/charge/remit, F take T under wing, T land on plate/desk of F',
      roles:
        'owner, code owner, codeowner, co-owner, product owner, service owner, system owner, data owner, business owner, process owner, owning team, owning group, custodian, steward, data steward, guardian, caretaker, keeper, gatekeeper, dri, directly responsible individual, responsible party, responsible team, responsible person, responsible engineer, person responsible, person in charge, accountable person, parent, responsible, accountable, proprietor, holder, account holder, minder, warden, trustee, babysitter, handler, shepherd, gardener, mother, father',
      heads:
        'maintain access, admin access, maintain right, admin right, ownership, co-ownership, responsibility, accountability, custody, stewardship, guardianship, care, charge, hand, control, property, job, baby, domain, remit, purview, turf, plate, court, territory, problem, area, department, repo, repository, business, brief, portfolio, bailiwick, mandate, wing, shoulder, umbrella, oversight, keeping, possession, jurisdiction, governance, administration, supervision, pet project, pet, playground, kingdom, empire, buck, concern, headache, worry',
    },
    { ...{ type: 'owns', from: 'holder', to: 'named' }, reverse: 'belong to' },
    {
      ...{ type: 'owns', from: 'agent', to: 'lifeless' },
      reverse: 'be/sit/rest/lie/live/stay/remain/reside/land/end_up with',
    },
    {
      ...{ type: 'owns', from: 'operator', to: 'definite', isHabit: true },
      verbs:
        'care for, handle, operate, drive, run, manage, administer, administrate, control, host, keep, supervise, tend, direct, coordinate',
      frames: 'T get handled/operated/run/managed/administered by F',
    },
    {
      ...{ type: 'owns', from: 'agent', to: 'named', says: 'ends' },
      verbs:
        'give up, relinquish, abandon, let go of, hand over/off/on/in, drop, give away, step back/away/down from, wash hands of, part with, offload, shed, get rid of, pass on, be done with, be rid of, be through with, have nothing to do with',
    },
    {
      ...{ type: 'maintains', from: 'agent', to: 'named' },
      verbs:
        'maintain, co-maintain, curate, tend, tend to, babysit, nurse, nanny, service, feed and water, water, look out for, groom, garden, keep up, keep the books of/for, do the upkeep/housekeeping/maintenance/care/gardening/patching/servicing of/on/for, provide/do support for, be on maintenance of/for',
      frames:
        'F keep T alive/up/current/working/healthy/going/afloat/fresh/tidy/clean/patched/ticking/humming/maintained/updated/up_to_date/alive_and_kicking, F keep T in shape/order/repair/trim/line, F keep the lights on for/at T, F keep T on feet/rails/road/track, F hold T together, F hold together T, F keep T from breaking/falling/rotting/dying',
      roles: 'maintainer, co-maintainer, upkeeper, curator, administrator, admin, sysadmin, mechanic, groundskeeper',
      heads: 'maintenance, upkeep, maintainership, baton, support, housekeeping, servicing, care-and-feeding',
    },
    {
      ...{ type: 'approves', from: 'agent', to: 'any' },
      verbs:
        'approve, sign off on, sign off, sign, green-light, greenlight, authorize, authorise, okay, ok, ratify, bless, endorse, clear, countersign, rubber-stamp, rubberstamp, gatekeep, initial, permit, consent to, vote on, rule on, say/give yes to/on, have to say yes to, have to approve/sign/okay/ok/bless/clear/green-light/countersign, have to sign off on/~, have to agree to, get to approve, have approval/veto rights/power on/over/for/in, have the last/final word/say on/over/in/about, have a veto on/over, wave/nod/let through, put stamp/signature/initials/name on/under/to, give a/the green_light/go-ahead/ok/okay/nod/blessing/thumbs-up/sign-off/approval/yes/clearance/final_ok to/for/on, decide over, decide if',
      frames:
        'T need/require/want/take/get/await/carry approval/sign-off/signature/ok/okay/yes/nod/blessing/clearance/consent/permission/go-ahead/green_light/thumbs-up/countersignature/authorisation/authorization from/by/of F, T need/require/want yes from F, T need/require F to approve/sign/authorise/authorize/okay/ok/bless/clear/countersign/agree, T need/require F to sign off, T need/require F to say yes, T need/require F on board, T have/need to get/go/be past/by/through F, T wait for/on F to approve/sign/okay/ok/clear, _ run T by/past F for approval, _ get approval/sign-off/clearance/permission for/on T from F, F be one to approve/sign T, T count/be valid with signature of F, T be valid once/with F, T be signed by F',
      roles:
        'approver, signatory, approving authority, approving manager, authoriser, authorizer, signer, countersigner, gatekeeper',
      heads:
        'approval, sign-off, signoff, approval right, signature, countersignature, blessing, consent, green light, go-ahead, ok, okay, permission, authorisation, authorization, nod, thumbs-up, yes, say-so, final say, last say, last word, final word, call, final call, final decision, veto, veto right, clearance, seal-of-approval, stamp, stamp-of-approval, endorsement, ratification, assent, initials',
    },
    { ...{ type: 'approves', from: 'agent', to: 'any', isHabit: true }, verbs: 'agree to, say yes to' },
    {
      ...{ type: 'reviews', from: 'agent', to: 'any' },
      verbs:
        'review, vet, code-review, look over, go over, read over, look through, read through, proofread, proof-read, proof, peer-review, double-check, cross-check, spot-check, sanity-check, fact-check, check, audit, inspect, critique, referee, scrutinise, scrutinize, screen, assess, second-read, do the code/peer/~ review/reviews/checks of/for/on, do reviews/review of/for/on/in, cast/run an eye/red_pen over, go through with red_pen, take/have a look at/over, give a look/read/review/once-over/second_look/check to, get eyes on, have to review/check/look_over, qa, comment on',
      frames:
        'F give T look/read/review/once-over/check/proofread, T go past/by F, T pass/cross/go_over/go_across desk of F, T pass F, _ run T past F, T need/require/want/take/get/await review/look/once-over/check/read/vetting/proofreading/eyes/pair-of-eyes/set-of-eyes from/by/of F, T need/require eyes of F, T need/require F to review/check/look/vet, _ have/let F review/check/look_at/look_over/vet/approve/read T, _ get F to review/check/look_at/look_over T, _ send T to F for review/checking/proofreading, T go to F for review/checking/proofreading, T be looked/gone over by F',
      roles:
        'reviewer, code reviewer, second reader, proofreader, auditor, checker, inspector, referee, peer reviewer, examiner',
      heads:
        'review, code review, peer review, look, once-over, second look, eyes, pair-of-eyes, second pair-of-eyes, set-of-eyes, second set-of-eyes, read, second read, proofreading, check, vetting, audit, qa, red pen, inspection',
    },
    ...(['human', 'sure team'] as const).map((from) => ({
      ...{ type: 'reviews', from, to: 'any' as const },
      frames: 'E go/pass/run through/via/past/by F',
    })),
    {
      ...{ type: 'authored', from: 'holder', to: 'named' },
      verbs:
        'write, author, co-author, co-write, ghostwrite, draft, pen, compose, devise, originate, formulate, draw up, write up, write down, type up, dream/think/cook up, hack/knock/throw/cobble together, whip/knock up, come up with, dash off, code, code up, script, put to paper, put on paper, commit to paper, be the pen/brain/mind/hand behind',
      reverse:
        'come/stem/originate/derive from, be by, be the work/brainchild/handiwork/creation/invention/doing of, go back to, come/be out of the pen/keyboard/hand/hands of, be/come from the pen/keyboard/hand/desk/pencil/hands of, bear/carry the signature/name/byline/handwriting of, be from, be credited/attributed to, be authored by, have for author, be down to the pen of',
    },
    {
      ...{ type: 'authored', from: 'agent', to: 'document' },
      verbs:
        'propose, put together, put forward, jot down, note down, sketch, design, create, produce, prepare, compile, record, illustrate, conceive, invent, make, build, develop, contribute, implement, prototype, put pen to paper for',
      frames: 'F put T to/on paper, F get T down on paper, F have T to name',
      roles:
        'author, co-author, writer, creator, proposer, drafter, inventor, original author, ghostwriter, originator, designer, editor, scribe, penman, composer, brain, father, mother, inventor',
      heads:
        'authorship, work, brainchild, pen, idea, credit, byline, keyboard, handiwork, creation, invention, composition, doing, draft, quill, pencil, brain',
    },
    {
      ...{ type: 'authored', from: 'agent', to: 'written' },
      verbs: 'create, build, design, invent, develop, start, found, implement, make, prototype, code',
    },
    {
      ...{ type: 'located_in', from: 'lifeless', to: 'spot' },
      verbs:
        'live/sit/stand/lie/hang/reside/stay/remain/hide/sleep/dwell/run in/under/inside/within/at/behind, be located/housed/stored/kept/found/saved/hosted/archived/filed/parked/installed/tucked/uploaded/dumped/shelved/racked/based/published in/under/at/on/inside/within/into/behind, be tucked away in/under/at',
      reverse: 'contain, hold, house, be home to, be the home of, host',
      frames: '_ find/keep/store/save/file/stash/park/hide F in/under/at/inside/within T',
    },
    {
      ...{ type: 'located_in', from: 'thing', to: 'place' },
      verbs:
        'live/sit/stand/lie/hang/reside/stay/remain/rest/hide/be/land/sleep/belong/run/dwell in/under/at/on/inside/within/behind/into, go to/into/under, be available/visible/archived/recorded/reachable in/at/under/on/from, be checked into, be checked in under/to/at, be located/housed/defined/declared/implemented/contained/placed/nested/developed/stored/kept/found/saved/hosted/published/documented/described/archived/filed/parked/mounted/installed/deployed/tracked/written/pushed/moved/put/hidden/tucked/uploaded/dumped/buried/collected/posted/listed/mirrored/shelved/racked in/under/at/on/inside/within/into/to/behind, be tucked away in/under/at, be kept up in, end/wind up in/at/on/under, move in/into/to/under, be going to, be to be found in/at/under/on',
      reverse: 'contain, hold, house, be home to, be the home of, store, host, be where live, be the place for/of',
      frames:
        '_ find/keep/store/put/save/file/stash/park/hide/move/locate/place/drop/publish/host/deploy/host F in/under/at/on/inside/within/into T, _ look in/into/at/under/on/inside T for F, _ see/check/consult/open T for F, _ look up F in T, _ look F up in T, _ go to T for F, T be where _ keep/find/store/put F, T be where F live/sit/be/stay, F be over in/at T, F be down in/at T',
      farRoles:
        'config, config file, configuration, settings, manifest, location, home, path, code, source, repo, repository, folder, directory, place, source code, file, address, whereabouts, url, link, codebase',
    },
    {
      ...{ type: 'member_of', from: 'person', to: 'group' },
      verbs:
        'be part/~a_part of, be a part of, be one of, be one of the people/folks/members in/on/of, count among/as, belong in/with, sit/serve in/on, sit with, sit/have/hold/take a seat/place on/at/in, have a seat/place on/at/in, work on/in/for/with/at/within/inside, join, rejoin, be added/assigned/seconded/attached/posted/transferred/moved/recruited/lent/loaned/hired/welcomed/appointed/elected/drafted to/into/onto/in/with, be embedded/based/employed with/in/at, be on loan to, be new/back/fresh in/on/at/to/with, start in/at/on, return to, come aboard/on_board at/with/in, be among, form, constitute, form part of, make up, round out, complete, be on the roster/roll/rolls/books/staff/payroll/list of, be in the ranks/line-up/lineup/crew of, be counted among, participate in, play for/in, sign on with, sign up with/for, be enrolled in, be staff at/in, be affiliated with',
      reverse:
        'comprise, consist of, be made up of, be composed of, include, be joined by, welcome, gain, be formed by, be staffed by, number, be staffed/formed/made with/of/by, be home to, hire, recruit, employ',
      frames:
        'T count F among ranks/members/number, _ welcome F to/in/into/aboard/on T, _ add/move/assign/recruit/hire/appoint/elect/transfer/second F to/into/onto T, _ have/get F in/on/at/with T, T have F on board/team/roster/staff/roll, T have F in ranks/team, T get F',
      roles:
        'member, participant, team member, people, person, engineer, developer, designer, contractor, contributor, architect, analyst, scientist, intern, officer, consultant, librarian, nurse, technician, tester, new face, newcomer, new member, newest member, new hire, hire, recruit, new recruit, newest recruit, addition, new addition, newest addition, latest addition, joiner, new joiner, new starter, starter, teammate, trainee, apprentice, volunteer, student, researcher, specialist, delegate, representative, secretary, treasurer, staffer, regular, staff, crew, headcount, line-up, lineup, roster, programmer, artist, colleague, delegate',
      heads: 'membership, seat, ranks',
    },
    {
      ...{ type: 'member_of', from: 'person', to: 'group', says: 'ends' },
      verbs:
        'leave, quit, exit, depart, depart from, drop out of, be off, step out of, be out of, resign/retire/withdraw/depart/part from, move on/away/off from, move out of, rotate off/out of/~, rotate out of, roll off, transfer out of, say goodbye to, part ways with, be gone from, have gone from, step down/back from, be done with/at',
    },
    { ...{ type: 'assigned_to', from: 'person', to: 'definite' }, verbs: 'be assigned/allocated/put to/on' },
    {
      ...{ type: 'reports_to', from: 'agent', to: 'person' },
      verbs:
        'report to/into, report directly to/into, report up to, answer to, answer directly to, work/be/serve under, work for, take orders from, be under, be direct report of',
      frames: 'F have T as/for boss/manager/supervisor/line_manager, T be F P manager',
      farRoles: 'manager, boss, supervisor, line manager, superior, line manager, chief, skip-level',
      roles: 'direct report, report, subordinate, direct',
    },
    { ...{ type: 'on_call_for', from: 'agent', to: 'written' }, verbs: 'cover, watch' },
    {
      ...{ type: 'on_call_for', from: 'agent', to: 'any' },
      verbs:
        'be on_call for/on/with/in, be on-call/oncall/on_duty for/on, be on standby/watch/duty/rotation/rota/pager/pager_duty/deck/shift for/on, carry/hold/have/wear/keep/take/man/answer/get the pager/phone/beeper/bleeper/bat-phone/emergency_phone/duty_phone/on-call_phone/pager_phone/hotline/duty for/of/on/in, get/be paged/woken/alerted/beeped for/about/over/when/if, be first responder for, take/field/answer/handle/get/catch/receive the pages/alerts/alarms/calls for/of/from/on, cover the nights/weekends/night_shift/shift/pager/weekend for/of/on, be on the line for, get up for, stand by for, be/act the first line for',
      reverse: 'page, wake, wake up, be covered by',
      frames:
        '_ page/wake/get F for/about/over T, _ get F out of bed for T, _ wake F up for T, _ wake up F for T, T wake/page F, T wake F up, F get alerts/alarms/pages of/from/for T, F have duty for T, T get F out of bed',
      roles:
        'on-call, oncall, on-call engineer, on-call person, first responder, responder, standby, on call, primary, secondary, on duty, pager holder, pager carrier, duty officer, duty engineer, duty manager, duty technician',
      heads:
        'pager, on-call, on-call duty, on-call rotation, on-call rota, on-call phone, pager duty, standby, stand-by, on-call shift, pages, rota, rotation, emergency phone, duty phone, night duty, weekend duty, night shift, night watch, weekend shift, beeper, bleeper, bat-phone, out-of-hours duty, hotline',
    },
    {
      ...{ type: 'contact_for', from: 'contact', to: 'any' },
      frames:
        '_ report/send/direct/forward/address/bring/route/take/refer/escalate/post/submit/mail/email/raise/file T to/with F, F be person/one/who/whom/team/man/woman/guy/name/first/place/address/channel to ask/contact/call/talk_to/ping/message/email/mail/see/page/phone/ring/write_to/turn_to/go_to/speak_to/reach_out_to about/for/on/regarding/when/if/with T, _ ask/contact/ping/reach/consult/email/mail/message/call/ring/phone/see/poke/bug/dm/slack/text/try/get/grab/find/hail/pester/nudge/bother/buzz/chase/tell/notify/alert/inform/shout_at F about/for/regarding/concerning/over/re T, _ ask/consult/ping/contact F on/with T, _ talk/speak/write/turn/go/reach_out/come/head/shout/refer/run to F about/for/on/regarding/concerning/with T, _ speak/talk/check/chat/get_in_touch/touch_base/consult/confer with F about/for/on/regarding/concerning T, _ get hold of F about/for T, _ get_hold_of F about/for T, _ bring up/raise T with F, _ clear/check/discuss T with F, Q go/belong/come to F, Q should go to F, Q go through/via/past F, Q be for F, Q land with/at F, Q be answered/fielded/handled/taken/triaged by F, F answer/field/take/handle/triage/sort_out/deal_with Q, F deal with Q, F help with T, F can help with T, F be_able to help with T, F be happy to help with T, F know about T, F know all/most/everything about T, F know T best/inside_out/well/in_and_out, F know way around T, F have answers on/about/for T, F be up on T, F be familiar with T, F be good with T, F be available/here/there for Q',
      roles:
        'contact, contact person, point-of-contact, first point-of-contact, point person, go-to person, contact point, go-to, goto, go-to guy, man, woman, helpdesk, help desk, first contact, escalation contact, expert, resident expert, support contact, guru, wizard, oracle, specialist, authority, liaison, ambassador, spokesperson, port-of-call, first port-of-call, entry point, person to ask, sme, subject matter expert, contact address, contact channel, support channel',
    },
    {
      ...{ type: 'has_write_on', from: 'agent', to: 'any' },
      verbs:
        'have write/push/commit/merge access/rights/permission/permissions/privileges to/on/for/in, can/may write/push/commit/merge to/on/into, can/may edit/change, be allowed to push/write/commit/merge to/into, have commit bit on/for',
      heads:
        'write access, write permission, push access, push right, commit access, commit right, merge right, write right, commit bit, write privilege',
    },
    {
      ...{ type: 'has_triage_on', from: 'agent', to: 'any' },
      verbs: 'have triage access/rights/permission to/on/for/in, can triage',
      heads: 'triage access, triage right, triage permission',
    },
    {
      ...{ type: 'has_read_on', from: 'agent', to: 'any' },
      verbs:
        'have read/view/viewing/read-only access/rights/permission/permissions/privileges to/on/for/in, can/may read/view/see, have only read access to/on, be allowed to read/view',
      heads: 'read access, read right, read permission, view access, viewing right, read-only access',
    },
    {
      ...{ type: 'depends_on', from: 'part', to: 'part' },
      verbs:
        'depend/rely/lean/bank/count/hinge on/upon, link/build/compile/run against, subscribe/publish to, listen to/on/for, be coupled/tied/wired/bolted/chained/married/hooked/connected/linked/glued/bound to/into/onto/up_to/with, not live/do/work/run/start/build/function/boot/exist/operate/survive without, not come up without, not get by/far/anywhere without, not go on without, need, require, import, consume, extend, load, mount, invoke, embed, build on/upon, be built/based/founded/layered on/upon/around/on_top_of, sit/run/live/stand/ride/be_built on_top_of, sit/stand/ride/hang/draw on/off, be layered over, be dependent/reliant/contingent/parasitic on/upon, pull in, have a dependency/requirement on/upon, have a need for, be downstream of, sit downstream of, inherit from, fetch/read/eat/drink/borrow/import/derive/sync/pull/load/ingest/learn from, feed off/on/from, live off, run/work off, hook/plug/tap/tie into, piggyback on, be fed/backed/blocked/served/fuelled/fueled/populated/supplied/filled/gated/seeded/supported by/from/with/on, be useless/dead/nothing/lost/stuck/blind/helpless/down/broken/worthless/idle without, break/fail/crash/die/stop/stall/choke/hang/fall_over/fall_apart/starve/go_down without, stand or fall with, rise and fall with, live/live_and/live_or die by/with, query, poll, scrape, wrap, call out to, reach out to, call into, call upon, hit, wait for/on, go down with, be layer/wrapper/shim/facade/frontend/skin/client/consumer/extension over/on_top_of/on/around/for/of/to, be at the mercy of, be in need of, take input/data from, get data/input from, be fetched/pulled/loaded/read/drawn/imported/synced/copied/derived/computed/calculated/received/downloaded/fed/ingested/collected/retrieved from/out-of/off/via/through',
      reverse:
        'be upstream of, sit upstream of, take down, bring down, feed, feed into, flow into, be needed/required/consumed by, be a prerequisite/requirement/must/dependency/precondition/input for/of, underpin, back, supply, be essential/vital/critical/crucial/necessary/indispensable for/to, be needed/required for, block, be the backbone/basis/foundation/source/heart of/for/behind, be at the core/heart of, sit/be under/beneath/underneath',
      frames:
        'F consume/pull/fetch/load/get/take/receive/read/draw/source/import/collect/obtain/grab/sync/ingest/copy/borrow/download/mirror/harvest/scrape/gather/inherit/request/retrieve/learn/query/derive … from/out-of/off/via/through/over T, F send/route/push/publish/write/emit/post/hand/stream/dump/ship/forward/pass/deliver/relay/log/report/submit/put/queue/upload/flush … through/via/over T, F be fed … by/from T, F wait for/on T to start/finish/come, F need T to run/start/work/boot/build/function/operate/live/come/do, F need T up, F make calls/requests to T, F need T in_order to run/start/work',
      roles: 'consumer, dependent, client, subscriber, downstream, downstream consumer',
      farRoles:
        'dependency, requirement, prerequisite, hard requirement, upstream dependency, hard dependency, runtime dependency, upstream, data source, backend',
      heads: 'dependency',
    },
    {
      ...{ type: 'depends_on', from: 'machine', to: 'part' },
      verbs:
        'call, read, load, parse, tail, talk to, connect to, write to, go through, authenticate against, speak to, be a client/consumer of, be fronted by, sit behind, want, expect',
      frames: 'F publish … to T',
    },
    {
      ...{ type: 'depends_on', from: 'machine', to: 'machine' },
      frames:
        '… come/flow/stream/arrive in/~ to/into F from T, F send/push/write/emit/post/hand/stream/dump/ship/forward/pass/deliver/relay/log/report/submit/feed/put/queue/upload/flush … to/into/on/onto T',
    },
    {
      ...{ type: 'part_of', from: 'unit', to: 'part' },
      verbs:
        'belong to/in, run/ship/live/exist/come as part of, be a/one_of_the sub-module/module/section/sub-team/subteam/component/subproject/piece/bit/chapter/arm/branch/division/department/unit of/in/inside/within, be part/a_part of, form part of, make up, be one of the modules/parts/components/teams/pieces of/in/inside/within, sit/be/live inside/within, be bundled/included/packaged with/in, ship/come/arrive with/inside/in, be a child of, be nested in/under, sit/be/fall/operate under',
      reverse:
        'consist of, comprise, be made up of, include, be composed of, contain, bundle, be split/divided into, have as part/module/component',
      roles:
        'working group, special interest group, component, submodule, subproject, sub-project, subsidiary, module, section, subteam, sub-team, child team, subgroup, plugin, sub-component, subcomponent, layer, chapter, squad, team, department, division, unit, branch, part, piece, arm, offshoot, building block, extension',
    },
    {
      ...{ type: 'uses', from: 'part', to: 'part' },
      verbs:
        'use, make use of, leverage, employ, utilize, utilise, adopt, work with, run on/with/under, be written/coded/implemented/built/scripted/programmed/developed/done/made/created/drawn/rendered/generated/formatted/typeset/tested/compiled/packaged/styled/laid_out/designed in/with/using/through/via/on/from, be rendered/generated/drawn/powered/hosted/backed/proxied/fronted/monitored/orchestrated/scheduled by, be hosted/deployed/run/executed/powered/provisioned/monitored/orchestrated/scheduled/managed/served/processed/handled/fronted/proxied/cached/queued/indexed/secured/protected on/to/with/via/through/in/using, switch/move/migrate to, be based on, speak, talk, be compiled with, shell out to, standardise/standardize on, swear by, take advantage of',
      reverse:
        'serve, power, render, draw, generate, host, be used/employed by/in/for, drive, be used to build/run/serve/test/render/draw/deploy, be behind, sit/work/be behind, run underneath, be the engine/tool/technology/tech/database/framework behind/of/for',
      frames:
        'F store/persist/keep/write/cache/hold/put/save/queue/index … in/on/into/with T, F build/render/draw/test/generate … with/in/through/using T, F run/host/deploy … on/to/with T, F authenticate/log_in … via/through/with/against T, F have T under_the hood, _ use T for/in/with/to_build/to_run F, _ deploy/host/run/store/keep F on/with/via T, _ build/write/render/test/draw/develop/monitor/manage F in/with/via/through/using T',
      roles: 'user',
    },
    {
      ...{ type: 'replaces', from: 'unit', to: 'unit' },
      verbs:
        'replace, supersede, obsolete, supplant, take the place/job/role/spot/seat/slot/position of, take over from/for, succeed, displace, substitute for, make/render obsolete/redundant/superfluous, retire, outdate, stand/come/step/fill/sub in for, deputise/deputize for, oust, phase out, kill off, do away with, push/edge/knock out, sunset, fill/step_into/inherit the shoes of, step into the shoes/role of, be used/there/here instead-of, be used in-place-of, take over the job/role/duties/work of',
      reverse:
        'give way/place to, make way/room for, be history/gone/dead since, lose out to, step aside for, be followed/succeeded by, yield to, bow out for/to',
      frames:
        '_ replace/swap/exchange/substitute T with/by/for F, _ trade/change T for F, _ move/migrate/switch/port/convert … from T to F, _ swap/switch/trade/change out/over/~ T for/with/to F, _ ditch/drop/retire/deprecate/scrap/abandon/dump/remove/decommission/sunset/discontinue/phase_out T for/in-favour-of/in-favor-of F, _ use/have/run/prefer F instead-of/in-place-of/rather-than T, F make/render T obsolete/redundant/superfluous, F do job/work of T, F do what T do, _ switch/migrate/move/change/go/port/convert/upgrade over/~ from T to/onto F, T become/turn_into F, T turn into F, _ move/migrate/switch/come/wean/get off/away_from T to/onto F, _ substitute F for T, _ bring/put in F for/instead-of T, F come in for T, F come in instead-of T, T get F as replacement/successor, T be replaced/succeeded/superseded by F, F step/slip into shoes/role of T',
      roles: 'successor, replacement, drop-in replacement, drop-in, heir, substitute, stand-in',
      farRoles: 'predecessor, forerunner, precursor',
    },
    {
      ...{ type: 'decided', from: 'agent', to: 'named', says: 'denies' },
      verbs:
        'reject, rule out, decide against, vote against, turn down, veto, say no to, shoot down, throw out, dismiss, opt against, vote down',
    },
    {
      ...{ type: 'uses', from: 'part', to: 'part', says: 'ends' },
      verbs:
        'drop, ditch, move/migrate/get/switch/come/wean off/away_from, migrate off, get rid of, retire, phase out, part with, do away with, abandon, be off, be free of, cut ties with',
    },
    {
      ...{ type: 'decided', from: 'agent', to: 'named' },
      verbs:
        'decide on/for, settle/land/agree on, choose, pick, select, opt for, plump for, go for/with, adopt, decide, vote for/in_favour_of, approve of, come down in-favour-of, come down on the side of, rule in-favour-of, decide/agree/choose/vote/resolve to use/adopt/go_with/keep/introduce/move_to/switch_to, standardise/standardize on, mandate, ordain, decree, impose',
    },
  ],

  /** Frames that connect a holder, a thing and the noun for a role (`R`) or a holding (`H`). */
  nounFrames: {
    role: 'T have R : F, T get R : F, T list R : F, T consist of R : F, T consist of R : among them F, T need R : F, T have F among R, T count F among R, T number F among R, F be R, R be F, F become R, F remain R, F stay R, F act as R, F serve as R, F work as R, F continue as R, F include R, R include F, F step in as R, F take over as R, F start as R, F be appointed R, T have F as R, T list F as R, T name F as R, F be named R, F be made R, F be elected R, _ appoint F R, _ appoint F as R, _ make F R, _ name F as R, _ name F R, _ elect F R, _ elect F as R, _ list/treat/regard/see/count F as R,  _ welcome F as R, _ designate F as R, _ designate F R, _ choose F as R, F take over from B as R, F take over as R from B, F succeed B as R, F replace B as R, F follow B as R, F hold R, F have the hat of R, T have F for R, R go to F, F step up as R, F fill/take/step_into shoes/place/role of B as R, T count F as R, F be R',
    left: 'F step down as R, F resign as R, F retire as R, F withdraw as R, F be removed as R, F be dismissed as R, F cease as R, F stop as R, F quit as R, F step back as R',
    hold: 'F have H, F hold H, F take H, F take on H, F take over H, F share H, F keep H, F get H, F carry H, F retain H, F assume H, F do H, F handle H, F cover H, F run H, F own H, F enjoy H, F accept H, F give H, F be on H, F be given H, F take H from B, F take over H from B, F assume H from B, F inherit H from B, H be/stop/end/start with F, H lie with F, H rest with F, H sit with F, H stay with F, H remain with F, H reside with F, H be shared by F, H rotate between F, H rotate among F, H alternate between F, H be split between F, H be shared between F, H be split among F, H be held by F, H be carried by F, H be done by F, H be taken by F, H belong to F, H fall to F, H fall on F, H go to F, H pass to F, H move to F, H shift to F, H be F, H pass from B to F, H move from B to F, H go from B to F, H transfer from B to F, H shift from B to F, H come from F, T need/require/want/take/get/await/carry/have/bear/demand H from/by/of F, T wait for/on H from/by/of F, T need/require/want H by F, T need/require/have H : F, F give T H, F give H to/for/on T, F put H on/under/to T, T have H from/of/by F, B hand H to F, B hand over H to F, B give H to F, B pass H to F, B pass on H to F, B transfer H to F, B cede H to F, _ need/require/want/get/ask H from/of F for/on/to T, _ need/require/want/get/ask_for H for/on/to T from/of F, _ require H from F',
    released: 'F give up H, F relinquish H, F abandon H, F hand over H, F lose H, F drop H, F be off H, F hand in H',
    within:
      '_ need/require/want/get H, T be H, T be in H, T be under H, T be within H, T fall under H, T fall within H, T need H, T require H, T remain H, T be on H, T lie in H, T stay in H, T come under H, T come out of H, T be/come/stem/flow/originate from H, T bear H, T carry H, T wait for/on H, T want/get/take/have/await/demand H, T go through/past/by H, T count on H, T fly under H, T rest on H, T sit on/in/with/under H, T live in/on/under H, T stand under H, T land in H, T end up in/on H, T fall to H, T be down to H, T belong to H, T be up to H, T be with H, T remain in/under/with H, T land on H',
    covers:
      'H be needed for T, H be required for T, H be needed on T, H cover T, H include T, H span T, H comprise T, H extend to T, H extend over T',
  },

  gate: {
    ending: 'stop cease quit finish give-up leave-off be-done',
    starting: 'start begin continue keep',
    formerly: 'formerly previously once before-that',
    former: 'former previous ex ex- emeritus past retired erstwhile old outgoing',
    notYet: 'potential possible future prospective proposed suggested would-be incoming upcoming aspiring next',
    factual: 'agree decide confirm note know remember mean turn show find see announce learn appear',
    hearsay:
      'let say think believe claim suppose guess suspect hope wonder pretend assume fear doubt expect imagine feel want like wish ask tell joke dream plan propose suggest hear rumor rumour consider recommend allege intend',
    modal: 'would could should may might will shall can wo ca',
    duty: 'must need have be',
    factualTo: 'continue remain happen tend have need',
    condition: 'had should once if unless suppose supposing assuming imagine whether lest provided',
    before: 'before until unless till without',
    perhaps:
      'maybe perhaps probably possibly supposedly allegedly ideally hypothetically hopefully presumably apparently eventually soon rumour rumor rumours gossip odds',
    unsaid: 'example myth joke lie rumour rumor guess idea plan goal wish question draft proposal',
    fail: 'misbehave hiccup stutter choke burn smoke freeze lag jam misfire break fail crash hang die stall stop halt fall go',
    down: 'down slow unavailable unreachable dead offline away gone out',
    work: 'start run work boot build function load deploy come launch respond serve do live',
  },

  kinds: {
    team: 'team group squad crew guild tribe forum+ assembly+ office+ corps+ coalition+ collective+ association+ bureau+ department devs+ engineers+ developers+ designers+ interns+ contractors+ admins+ editors+ analysts+ nurses+ librarians+ scientists+ operators+ technicians+ moderators+ people+ pod+ folks committee+ board+ panel+ council+ taskforce+ circle+ unit+ staff+ desk+ sig+ wg+',
    repository: 'repository repo',
    package: 'package library crate plugin+ gem+',
    service: 'service app+ application+ microservice daemon+ bot+',
    module: 'module component+',
    system: 'system database db+ platform+ cluster+ server+ queue+ table+ cache+',
    project: 'project subproject sub-project initiative+ programme+',
    path: 'folder directory file',
    tool: 'tool+ script+',
    task: 'ticket issue task bug',
  },
  places:
    'building floor room rack shelf cage drawer cabinet cupboard basement attic cellar warehouse garage hall bucket drive share folder directory namespace region zone datacenter datacentre site campus locker closet bay aisle wiki notebook binder safe vault fridge freezer bin container monorepo repo repository branch workspace wing depot hangar dock pier yard archive centre center server room, cabinet, tray, stand, corner, lab, kitchen, hut, tower, container, partition, volume, disk, bookshelf, intranet, sharepoint, confluence, notion',
  documents:
    'document doc docs guide policy proposal report spec specification paper whitepaper runbook handbook manual readme page article rfc adr kep pep plan memo note notes book post playbook checklist template postmortem design library tool script parser cli sdk schema roadmap agenda summary draft chapter standard rules rule recipe protocol faq wiki tutorial scheme layout concept format algorithm model formula logo theme plugin package job bot presentation slides deck minutes charter contract letter procedure sop statement translation changelog guideline guidelines config migration query dashboard',
  through:
    'design everything anything whatever all code codes source sources content contents change changes edit edits update updates request requests pull pulls pr prs mr mrs patches diffs commits modification modifications directory folder escalation escalations incident incidents bug bugs question questions queries issue issues outage outages failure failures implementation trouble problem problems matters stuff things help anything folks guys lot crowd gang alerts alarms pages fixes numbers figures complaint complaints reports tickets concerns feedback doubts inquiry inquiries enquiry enquiries suggestions ideas breakage crashes errors emergencies emergency information details',
  matters:
    'request requests escalation escalations incident incidents bug bugs question questions query queries issue issues outage outages failure failures trouble problem problems matters stuff things help alert alerts alarm alarms page pages complaint complaints report reports support ticket tickets concern concerns feedback doubts inquiry inquiries enquiry enquiries feature suggestions breakage crashes errors emergencies emergency info information details',
  changes:
    'change changes edit edits update updates pull pulls merge pr prs mr mrs patch patches diff diffs commit commits modification modifications',
  jobs: 'manager director principal chief officer engineer developer architect analyst designer',
  plainParts:
    'on to in up off out by of at and or the for with over under co re pre non self well long short high low full half ex all one two three four first second third hand free wide day time term house so known new old based owned led run maintained managed related level specific call sign',
  teamNames: {
    before: 'sig wg ug team',
    behind: 'team group squad admins maintainers managers reviewers leads owners approvers',
  },
  joined: {
    ADP: 'contrary to, apart from, aside from, in addition to, thanks to, owing to, with regard to, with respect to, in spite of, on account of, by means of, by way of, in terms of, in line with, along with, together with, up to, such as, in light of, in case of, in view of, as opposed to, as for, in contrast to, besides, since then, as well as, instead of, rather than, in favour of, in favor of, in place of, because of, due to, as of, out of, on top of, on behalf of, ahead of, except for, according to, next to, close to, as part of, prior to',
    ADV: 'before that, and nobody else, and no one else, in turn, at least, of course, for now, by now, at the moment, these days, from now on, so far, by default, for good, in general, at present, end to end, as well, all the time, in practice, by the way, for the record, in the end, as usual, on the side, in fact, on paper, last week, this week, last month, this month, this sprint, this quarter, this year, last year, next to that, at night, over night, on weekends, day to day, once again, until further notice',
    ADJ: 'up to date, in charge, in use, on board, on point',
    NOUN: 'on call, on duty, thumbs up, say so, pair of eyes, set of eyes, point of contact, port of call, seal of approval, stamp of approval, care and feeding',
  },
  reviewerOwns: ['reviews', 'owns'],
  mass: 'attention care love memory time work help money approval review access power space support coffee tea sleep feedback permission food water air music research advice luck traffic data code disk cpu ram bandwidth patience energy effort input output paper ink toner glue fun fuel oil heat light progress proof rest sugar milk wine beer sand salt rain snow weather wood metal plastic glass cash credit demand energy english math history law trust faith hope fear joy peace sound speed stuff sense skill staff stress talk taste thought travel trouble truth use value war wealth youth everyone today people lunch dinner breakfast',
  compounds:
    'pull request, pull requests, merge request, merge requests, change request, change requests, run time, sign off, stand up, test run, check list, look up, feed back',
  reached: 'phone inbox mailbox desk door dm dms number mobile pager',
  plain: 'new former old own current whole entire small big original legacy latest existing actual',
  titles: 'dr prof mr mrs ms professor doctor lt sgt capt sir madam',
  ofHolder:
    'job baby hand call plate desk list queue thing problem area department business brief beat territory turf court work idea domain repo repository property field control key charge control support seat doing draft composition creation invention check eyes look read issue stamp watch concern headache worry shoulder umbrella empire kingdom playground pet wing field call',
  generic: 'person people one ones team group folks guy engineer squad somebody someone man woman',
  persons: 'he she him her his hers',
  dates:
    'monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december feb apr aug sep sept oct nov dec spring summer autumn fall winter today tomorrow yesterday now week month year quarter sprint weekend weekends night nights morning evening q1 q2 q3 q4',
  sections:
    'context background decision decisions options option alternatives reasons reason rationale motivation consequences consequence status summary notes note overview introduction conclusion outlook scope goals goal problem proposal discussion history purpose agenda todo actions next references links faq rejected considered why how deciders',
  leads:
    'better fyi note hey hi hello ok btw psa update reminder heads-up today currently now also so however but and yes tl;dr nb info',
  irregular:
    'send sent sent, bring brought brought, buy bought bought, sell sold sold, lend lent lent, lose lost lost, catch caught caught, begin began begun, grow grew grown, throw threw thrown, wear wore worn, eat ate eaten, drink drank drunk, hide hid hidden, hang hung hung, deal dealt dealt, win won won, set set set, cut cut cut, shed shed shed, ghostwrite ghostwrote ghostwritten, withdraw withdrew withdrawn, bear bore borne, wind wound wound, stick stuck stuck, bind bound bound, sleep slept slept, dwell dwelt dwelt, rise rose risen, shoot shot shot, shut shut shut, proofread proofread proofread, proof-read proof-read proof-read, hit hit hit, eat ate eaten, fly flew flown, swear swore sworn, outdo outdid outdone, undertake undertook undertaken, pay paid paid, step-down stepped-down stepped-down, greenlight greenlit greenlit, green-light green-lit green-lit, write wrote written, lead led led, run ran run, be was been, have had had, take took taken, give gave given, go went gone, choose chose chosen, build built built, keep kept kept, hold held held, sit sat sat, lie lay lain, oversee oversaw overseen, drive drove driven, make made made, put put put, leave left left, draw drew drawn, fall fell fallen, come came come, see saw seen, find found found, feed fed fed, stand stood stood, become became become, say said said, think thought thought, tell told told, mean meant meant, know knew known, co-write co-wrote co-written, co-lead co-led co-led, read read read, get got got, break broke broken, feel felt felt, speak spoke spoken, can could could, show showed shown, quit quit quit, ride rode ridden, let let let, hear heard heard, do did done, wake woke woken, ring rang rung, split split split',
  doubled: 'commit permit submit control quit transfer defer refer',
};
