import type { Lexicon } from './lexicon.ts';

/**
 * The words of English for relations, as data; `lexicon.ts` tells what each field means. Mechanisms hold no words of content, so
 * that another language is another such file.
 */
export const english: Lexicon = {
  relations: [
    {
      ...{ type: 'leads', from: 'agent', to: 'sure team' },
      verbs: 'run, manage, oversee, direct, supervise, coordinate, be responsible for, be in charge of',
    },
    {
      ...{ type: 'leads', from: 'person', to: 'sure team' },
      verbs: 'take over',
      frames: 'F take over T from B, _ hand over T from B to F',
    },
    { ...{ type: 'reports_to', from: 'person', to: 'person' }, reverse: 'manage, supervise, boss, line-manage' },
    {
      ...{ type: 'leads', from: 'agent', to: 'group' },
      verbs:
        'lead, co-lead, head, head up, direct, captain, spearhead, steer, command, be at the helm of, be in command of, be at the head of, lead up, front',
      reverse: 'be under the leadership of, be under the direction of, be under',
    },
    {
      ...{ type: 'leads', from: 'agent', to: 'unit' },
      roles:
        'lead, leader, team lead, team leader, tech lead, technical lead, lead engineer, co-lead, head, manager, engineering manager, product manager, project manager, director, captain, boss, chief, vp, vice president, principal, supervisor, foreman, team captain',
      heads: 'leadership, direction',
    },
    {
      ...{ type: 'chairs', from: 'agent', to: 'unit' },
      verbs: 'chair, co-chair, preside over, be in the chair of',
      frames: 'T have F in chair',
      roles:
        'chair, co-chair, chairman, chairwoman, chairperson, convener, convenor, organizer, organiser, moderator, president',
      heads: 'chairmanship',
    },
    {
      ...{ type: 'assigned_to', from: 'agent', to: 'task' },
      reverse: 'be assigned to, be on the plate of, be with, sit with, lie with',
      verbs: 'work on, handle, be working on, pick up, take, be on',
      roles: 'assignee',
      heads: 'plate, desk, list, queue',
    },
    { ...{ type: 'located_in', from: 'thing', to: 'place' }, frames: 'F move from C to T, _ move F from C to T' },
    { ...{ type: 'member_of', from: 'person', to: 'group' }, verbs: 'belong to' },
    {
      ...{ type: 'member_of', from: 'person', to: 'sure team' },
      verbs: 'be on, be in, be with, sit with, stay with',
      frames:
        'F move from C to T, F switch from C to T, F transfer from C to T, F change from C to T, F go from C to T',
    },
    {
      ...{ type: 'owns', from: 'agent', to: 'named' },
      verbs:
        'own, co-own, look after, take care of, oversee, shepherd, steward, govern, attend to, answer for, be responsible for, be accountable for, be answerable for, be in charge of, be put in charge of, be on the hook for, be charged with, be tasked with, be entrusted with, hold the keys to, have the keys to, have the final say over, have the final say on, have the say over, have admin access to, have admin rights on, have maintain access to, have maintain rights on, inherit, acquire, take over, call the shots on, be on point for, be behind, take on, pick up, be the one for, be the person to blame for, be the person behind, be the face of, be the brain behind, see to, be the home of',
      reverse:
        'belong to, fall under, fall to, be up to, be assigned to, be allocated to, be entrusted to, be with, sit with, rest with, lie with, live with, stay with, remain with, be owned by',
      frames:
        'T go to F for review, T need review from F, T be P, T become P, T remain P, T stay P, _ hand over T from B to F, _ hand T from B to F, _ transfer T from B to F, _ pass T from B to F, _ pass on T from B to F, _ reassign T from B to F, B hand over T to F, B hand T to F, B hand T down to F, B give T to F, B pass T to F, B pass T on to F, B pass on T to F, B transfer T to F, B reassign T to F, B assign T to F, B delegate T to F, B cede T to F, B turn over T to F, B entrust T to F, B leave T to F, F take over T from B, F take T from B, F inherit T from B, F acquire T from B, F assume T from B, F take on T from B, T pass from B to F, T pass to F, T go from B to F, T transfer from B to F, T shift from B to F, T change hands from B to F, F replace B on T, F take over from B on T, F take over for B on T, F keep T running, F make sure of T',
      roles:
        'owner, code owner, codeowner, co-owner, product owner, service owner, owning team, owning group, custodian, steward, data steward, guardian, caretaker, keeper, dri, directly responsible individual, responsible party, responsible team, responsible person, person responsible, person in charge, parent, responsible, accountable',
      heads:
        'maintain access, admin access, maintain right, admin right, ownership, co-ownership, responsibility, accountability, custody, stewardship, care, charge, hand, control, property, job, baby, domain, remit, purview, turf, plate, court, territory, problem, area, department, repo, repository',
    },
    {
      ...{ type: 'owns', from: 'agent', to: 'definite' },
      verbs: 'care for, handle, operate, drive, run, manage, administer, control, host',
    },
    {
      ...{ type: 'owns', from: 'agent', to: 'named', says: 'ends' },
      verbs:
        'give up, relinquish, abandon, let go of, hand over, hand off, drop, give away, step back from, step away from',
    },
    {
      ...{ type: 'maintains', from: 'agent', to: 'named' },
      verbs: 'maintain, co-maintain, curate, tend, tend to, babysit, nurse, service, feed and water, look out for',
      frames:
        'F keep T alive, F keep T up, F keep T current, F keep T working, F keep T healthy, F keep T going, F keep T afloat, F keep T up to date, F keep up T, F keep the lights on for T, F do the maintenance of T, F do maintenance on T, F do the maintenance for T',
      roles: 'maintainer, co-maintainer, upkeeper, curator, administrator, admin',
      heads: 'maintenance, upkeep, maintainership, baton, support',
    },
    {
      ...{ type: 'approves', from: 'agent', to: 'any' },
      verbs:
        'approve, sign off on, sign off, sign, green-light, greenlight, authorize, authorise, okay, ok, ratify, bless, endorse, clear, sanction, countersign, give the green light to, give the green light for, give the go-ahead for, give the go-ahead to, give the ok on, give the ok for, give the ok to, give the final ok on, give the nod to, give the nod for, have approval rights on, have approval rights over, have approval rights for, have approval rights in, have to approve, have to sign off, have to sign off on, have the last word on, have the final word on, have the final say in, give the thumbs up for, give the thumbs up to, wave through, have veto on, have a veto over',
      frames:
        'T need approval from F, T require approval from F, T need sign-off from F, T require sign-off from F, T need approval by F, T need the ok of F, T need thumbs-up from F, T need a yes from F, T need blessing from F',
      roles: 'approver, signatory, approving authority, approving manager',
      heads:
        'approval, sign-off, signoff, approval right, signature, blessing, consent, green light, go-ahead, ok, okay, permission, authorisation, authorization',
    },
    {
      ...{ type: 'reviews', from: 'agent', to: 'any' },
      verbs:
        'review, vet, code-review, look over, go over, proofread, peer-review, double-check, check, audit, do the review of, do the reviews of, do the peer review of, do reviews for, do code review for',
      frames: 'T go past F, T need review from F, T require review from F, T need review by F, T require review by F',
      roles: 'reviewer, code reviewer, second reader',
      heads: 'review, code review, peer review',
    },
    {
      ...{ type: 'authored', from: 'agent', to: 'document' },
      verbs:
        'write, author, co-author, co-write, draft, pen, compose, propose, devise, originate, formulate, put together, put forward, draw up, write up, write down, come up with, code, code up, sketch, design, create, produce, prepare',
      reverse:
        'come from, be by, be the work of, be the brainchild of, stem from, go back to, come out of the pen of, be from the pen of, be from',
      roles: 'author, co-author, writer, creator, proposer, drafter, inventor, original author',
      heads: 'authorship, work, brainchild, pen, idea, credit',
    },
    { ...{ type: 'authored', from: 'agent', to: 'written' }, verbs: 'create, build, design, invent, develop' },
    {
      ...{ type: 'located_in', from: 'thing', to: 'place' },
      verbs:
        'live in, live under, live at, live on, reside in, reside at, reside under, sit in, sit under, sit at, sit on, be located in, be located at, be located under, be housed in, be defined in, be implemented in, be contained in, be placed in, be placed under, be nested under, be developed in, be checked in under, be checked into, be stored in, be stored at, be stored on, be stored under, be kept in, be kept at, be kept on, be kept under, be in, be at, be under, be found in, be found at, be found under, be moved to, be moved into, move to, move into, be written to, be pushed to, be saved under, stand in, be documented in, be hosted at, be published at, end up in, go to, be saved in, be saved to, land in, be available at, be available under, be available in, be described in, be archived in',
      reverse: 'contain, hold, house, be home to, be the home of, store',
      frames:
        '_ find T in L, _ find F in T, _ find F under T, _ find F at T, _ keep F in T, _ keep F under T, _ store F in T, _ store F at T, _ put F in T, _ look in T for F, _ look into T for F, _ look at T for F, _ look under T for F, _ see T for F, _ check T for F',
      farRoles:
        'config, config file, configuration, settings, manifest, location, home, path, code, source, repo, repository, folder, directory, place, source code, file',
    },
    {
      ...{ type: 'member_of', from: 'person', to: 'group' },
      verbs:
        'be part of, be a part of, be one of, count among, belong in, sit in, sit on, sit with, serve on, serve in, work on, work in, work for, work with, work at, join, be added to, be new in, be new on, start in, start at, start with, start on, be assigned to, be seconded to, be among, form part of, make up',
      reverse:
        'comprise, consist of, be made up of, be composed of, include, be joined by, welcome, gain, be formed by, be staffed by',
      frames:
        'T count F among ranks, _ welcome F to T, _ add F to T, _ move F to T, _ assign F to T,  T have F on board, T have F on team',
      roles:
        'member, participant, team member, people, person, engineer, developer, designer, contractor, contributor, architect, analyst, scientist, intern, officer, consultant, librarian, nurse, technician, tester, new face, newcomer, new member, newest member, new hire, programmer, artist, colleague',
      heads: 'membership',
    },
    {
      ...{ type: 'member_of', from: 'person', to: 'sure team' },
      verbs: 'transfer to, move to, move over to, switch to, go to',
    },
    {
      ...{ type: 'member_of', from: 'person', to: 'group', says: 'ends' },
      verbs:
        'leave, quit, depart from, drop out of, be off, step out of, be out of, resign from, retire from, withdraw from, move on from',
    },
    {
      ...{ type: 'reports_to', from: 'agent', to: 'person' },
      verbs: 'report to, report directly to, report into, answer to, answer directly to, work under, work for',
      farRoles: 'manager, boss, supervisor, line manager',
      roles: 'direct report, report',
    },
    {
      ...{ type: 'on_call_for', from: 'agent', to: 'any' },
      verbs:
        'be on call for, be on-call for, be oncall for, carry the pager for, carry the pager of, hold the pager for, hold the pager of, have the pager for, have the pager of, be on duty for, be on standby for, get paged for, be paged for, take the pages for, be first responder for, carry the phone for, carry the phone of, carry the emergency phone of, be on pager duty for, cover the nights for, be on rotation for',
      reverse: 'page, wake, wake up, be covered by',
      roles:
        'on-call, oncall, on-call engineer, on-call person, first responder, standby, on call, primary, on duty, pager holder',
      heads:
        'pager, on-call, on-call duty, on-call rotation, on-call rota, on-call phone, pager duty, standby, on-call shift, pages, rota, rotation, emergency phone',
    },
    {
      ...{ type: 'contact_for', from: 'agent', to: 'any' },
      frames:
        '_ report T to F, _ send T to F, _ direct T to F, _ forward T to F, _ address T to F, _ bring T to F, _ route T to F, F be person to ask about T, F be person to contact about T, F be person to call about T, F be person to talk to about T, F be one to ask about T, F be who to ask about T, F be whom to ask about T, _ page F for T, _ page F about T, _ wake F for T, _ ask F about T, _ ask F for T, _ contact F for T, _ contact F about T, _ ping F about T, _ ping F for T, _ ping F on T, _ reach F about T, _ reach F for T, _ reach out to F about T, _ reach out to F for T, _ consult F about T, _ consult F on T, _ email F about T, _ email F for T, _ mail F about T, _ mail F for T, _ message F about T, _ message F for T, _ call F about T, _ call F for T, _ ring F about T, _ phone F about T, _ write F about T, _ write to F about T, _ talk to F about T, _ talk to F for T, _ speak to F for T, _ write to F for T, _ phone F for T, _ ring F for T, _ see F for T, _ speak to F about T, _ speak with F about T, _ go to F about T, _ go to F for T, _ go to F with T, _ turn to F for T, _ turn to F about T, _ see F about T, _ poke F about T, _ bug F about T, T go to F, T should go to F, F answer questions about T, F answer questions on T, F help with T, F know T, F know about T',
      roles:
        'contact, contact person, point of contact, point person, go-to person, contact point, go-to, man, woman, helpdesk, first contact, escalation contact, expert, support contact',
    },
    {
      ...{ type: 'has_write_on', from: 'agent', to: 'any' },
      verbs:
        'have write access to, have write access on, can write to, have push access to, have push rights on, have push rights to, have write rights on, can push to, may push to, may write to',
      heads: 'write access, write permission, push access, push right',
    },
    {
      ...{ type: 'has_triage_on', from: 'agent', to: 'any' },
      verbs: 'have triage access to, have triage rights on',
      heads: 'triage access, triage right',
    },
    {
      ...{ type: 'has_read_on', from: 'agent', to: 'any' },
      verbs: 'have read access to, have read access on, can read, may read, have only read access to',
      heads: 'read access',
    },
    {
      ...{ type: 'depends_on', from: 'part', to: 'part' },
      verbs:
        'depend on, depend upon, rely on, rely upon, lean on, hinge on, link against, build against, compile against, subscribe to, publish to, listen on, be coupled to, be tied to, not live without, need, require, import, consume, build on, build upon, be built on, be built on top of, be built upon, be built around, sit on top of, sit on, run on top of, be dependent on, be reliant on, pull in, have a dependency on, have a requirement on, be downstream of, fetch from, read from, ride on, be backed by, be based on, listen to, draw on, stand on, not boot without, not work without, not run without, not start without, not build without, not function without, not come up without, be blocked by, be fed by, be useless without, break without, fail without, be dead without, stand or fall with, query, poll, wrap',
      reverse:
        'be upstream of, take down, bring down, feed, be needed by, be a prerequisite for, be a requirement for, underpin, back, be consumed by, be required by, supply, be a dependency of, be essential for, be essential to, block',
      frames:
        'F consume … from T, F send … through T, F send … via T, F route … through T, F publish … to T, F fetch … from T, F pull … from T, F load … from T, F get … from T, F take … from T, F receive … from T, F read … from T, F draw … from T',
      roles: 'consumer, dependent, client',
      farRoles:
        'dependency, requirement, prerequisite, hard requirement, upstream dependency, hard dependency, runtime dependency, upstream',
      heads: 'dependency',
    },
    {
      ...{ type: 'depends_on', from: 'machine', to: 'part' },
      verbs: 'call, talk to, connect to, write to, go through, authenticate against, speak to',
    },
    {
      ...{ type: 'part_of', from: 'unit', to: 'part' },
      verbs:
        'belong to, run as part of, be a sub-module of, be part of, be a part of, form part of, make up, be a module of, be a section of, be a section within, be a sub-team of, be one of the modules of, sit inside, be inside, be within, be one of the teams inside, be one of the teams in, be bundled with, ship with, ship as part of, live inside',
      reverse: 'consist of, comprise, be made up of, include, be composed of, contain, bundle',
      roles:
        'working group, special interest group, component, submodule, subproject, sub-project, subsidiary, module, section, subteam, sub-team, child team, subgroup, plugin, sub-component, layer, chapter, squad, team, department, division, unit, branch',
    },
    {
      ...{ type: 'uses', from: 'part', to: 'part' },
      verbs:
        'use, make use of, leverage, employ, utilize, utilise, adopt, work with, run on, be written in, be hosted on, be hosted by, be deployed on, be deployed to, be powered by, be built with, be generated with, be generated by, be rendered with, be made with, be done with, be drawn with, be implemented with, be coded in, be formatted with, be tested with, switch to, run with, be based on, speak, be compiled with',
      reverse: 'serve, power, be used by, be used in, be used for, drive, be used to build',
      frames:
        'F store … in T, F persist … in T, F build … with T, F run … on T, F host … on T, F deploy … to T, F keep … in T, F write … in T, F cache … in T, _ use T for F, _ use T in F, _ deploy F to T, _ deploy F on T, _ host F on T, _ run F on T, _ store F in T, _ build F with T, _ write F in T, _ keep F in T, _ render F with T, _ test F with T, _ draw F with T',
      roles: 'user',
    },
    {
      ...{ type: 'replaces', from: 'unit', to: 'unit' },
      verbs:
        'replace, supersede, obsolete, supplant, take the place of, take over from, take over for, succeed, displace, substitute for, make obsolete, retire, outdate, stand in for, oust, phase out',
      reverse: 'give way to, make way for, make room for',
      frames:
        '_ replace T with F, _ replace T by F, _ swap T for F, _ swap out T for F, _ swap T with F, _ exchange T for F, _ exchange T with F, _ trade T for F, _ ditch T for F, _ drop T for F, _ drop T in favour of F, _ drop T in favor of F, _ retire T in favour of F, _ retire T in favor of F, _ deprecate T in favour of F, _ deprecate T in favor of F, _ use F instead of T, _ have F instead of T, F make T obsolete, F make T redundant, F do the job of T, _ switch from T to F, _ migrate from T to F, _ move from T to F, _ change from T to F, T become F',
      roles: 'successor, replacement, drop-in replacement, heir',
      farRoles: 'predecessor, forerunner',
    },
    {
      ...{ type: 'decided', from: 'agent', to: 'named', says: 'denies' },
      verbs: 'reject, rule out, decide against, vote against, turn down, veto',
    },
    {
      ...{ type: 'uses', from: 'part', to: 'part', says: 'ends' },
      verbs: 'drop, ditch, move away from, migrate off, migrate away from, get rid of, retire, phase out',
    },
    {
      ...{ type: 'decided', from: 'agent', to: 'named' },
      verbs:
        'decide on, settle on, choose, pick, select, opt for, go for, go with, adopt, agree on, decide, vote for, decide to use, decide to adopt, decide to go with, agree to use, agree to adopt, choose to use, choose to adopt',
      heads: 'decision',
    },
  ],

  /** How a sentence joins a holder, a thing and the noun for a role (`R`) or a holding (`H`). */
  beside: {
    role: 'T have R : F, T get R : F, T list R : F, T consist of R : F, T consist of R : among them F, T need R : F, T have F among R, T count F among R, T number F among R, F be R, R be F, F become R, F remain R, F stay R, F act as R, F serve as R, F work as R, F continue as R, F include R, R include F, F step in as R, F take over as R, F start as R, F be appointed R, T have F as R, T list F as R, T name F as R, F be named R, F be made R, F be elected R, _ appoint F R, _ appoint F as R, _ make F R, _ name F as R, _ name F R, _ elect F R, _ elect F as R, _ list F as R, _ welcome F as R, _ designate F as R, _ designate F R, _ choose F as R, F take over from B as R, F take over as R from B, F succeed B as R, F replace B as R, F follow B as R, F hold R, F have the hat of R, T have F for R, R go to F, T count F as R, F be R',
    left: 'F step down as R, F resign as R, F retire as R, F withdraw as R, F be removed as R, F be dismissed as R, F cease as R, F stop as R, F quit as R, F step back as R',
    hold: 'F have H, F hold H, F take H, F take on H, F take over H, F share H, F keep H, F get H, F carry H, F retain H, F assume H, F do H, F handle H, F cover H, F run H, F own H, F enjoy H, F accept H, F give H, F be on H, F be given H, F take H from B, F take over H from B, F assume H from B, F inherit H from B, H be with F, H lie with F, H rest with F, H sit with F, H stay with F, H remain with F, H reside with F, H be shared by F, H rotate between F, H rotate among F, H alternate between F, H be split between F, H be shared between F, H be split among F, H be held by F, H be carried by F, H be done by F, H be taken by F, H belong to F, H fall to F, H fall on F, H go to F, H pass to F, H move to F, H shift to F, H be F, H pass from B to F, H move from B to F, H go from B to F, H transfer from B to F, H shift from B to F, H come from F, B hand H to F, B hand over H to F, B give H to F, B pass H to F, B pass on H to F, B transfer H to F, B cede H to F, _ require H from F',
    released: 'F give up H, F relinquish H, F abandon H, F hand over H, F lose H, F drop H, F be off H, F hand in H',
    within:
      'T be H, T be in H, T be under H, T be within H, T fall under H, T fall within H, T need H, T require H, T remain H, T be on H, T lie in H, T stay in H, T come under H, T come out of H, T lie on H, T land on H',
    covers:
      'H be needed for T, H be required for T, H be needed on T, H cover T, H include T, H span T, H comprise T, H extend to T, H extend over T',
  },

  gate: {
    ending: 'stop cease quit finish',
    starting: 'start begin continue keep',
    formerly: 'formerly previously once',
    former: 'former previous ex ex- emeritus past retired erstwhile old outgoing',
    factual: 'agree decide confirm note know remember mean turn show find see announce learn appear',
    hearsay:
      'let say think believe claim suppose guess suspect hope wonder pretend assume fear doubt expect imagine feel want like wish ask tell joke dream plan propose suggest hear rumor rumour consider recommend allege intend',
    modal: 'would could should may might will shall can wo ca',
    duty: 'must need have',
    factualTo: 'continue remain happen tend have need be',
    condition: 'had should once if unless suppose supposing assuming imagine whether lest provided',
    perhaps:
      'maybe perhaps probably possibly supposedly allegedly ideally hypothetically hopefully presumably apparently eventually soon rumour rumor rumours gossip odds',
    unsaid: 'example myth joke lie rumour rumor guess idea plan goal wish question draft proposal',
    fail: 'break fail crash hang die stall stop halt fall go',
    down: 'down slow unavailable unreachable dead offline away gone out',
    work: 'start run work boot build function load deploy come launch respond serve do live',
  },

  kinds: {
    team: 'team group squad crew guild tribe department pod+ folks committee+ board+ panel+ council+ taskforce+ circle+ unit+ staff+ desk+ sig+ wg+',
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
  documents:
    'document doc docs guide policy proposal report spec specification paper whitepaper runbook handbook manual readme page article rfc adr kep pep plan memo note notes book post playbook checklist template postmortem design library tool script parser cli sdk schema roadmap agenda summary draft chapter standard rules rule recipe protocol faq wiki tutorial presentation slides deck minutes charter contract letter procedure sop statement translation changelog guideline guidelines config migration query dashboard',
  through:
    'design everything anything whatever all code codes source sources content contents change changes edit edits update updates request requests pull pulls pr prs modification modifications directory folder escalation escalations incident incidents bug bugs question questions issue issues outage outages failure failures implementation trouble problems matters stuff things help anything alerts pages',
  jobs: 'manager director principal chief officer engineer developer architect analyst designer',
  plainParts:
    'on to in up off out by of at and or the for with over under co re pre non self well long short high low full half ex all one two three four first second third hand free wide day time term house so known new old based owned led run maintained managed related level specific call sign',
  joinedParticiples: 'owned led run maintained managed',
  teamNames: {
    before: 'sig wg ug team',
    behind: 'team group squad admins maintainers managers reviewers leads owners approvers',
  },
  joined: {
    ADP: 'as well as, instead of, rather than, in favour of, in favor of, in place of, because of, due to, as of, out of, on top of, on behalf of, ahead of, except for, according to, next to, close to, as part of, prior to',
    ADV: 'in turn, at least, of course, for now, by now, at the moment, these days, from now on, so far, by default, for good, in general, at present, end to end, as well, all the time, in practice, by the way, for the record, in the end, as usual, on the side, in fact, on paper, last week, this week, last month, this month, this sprint, this quarter, this year, last year, next to that, at night, over night, on weekends, day to day, once again, until further notice',
    ADJ: 'up to date, in charge, in use, on board, on point',
    NOUN: 'on call, on duty',
  },
  reviewerOwns: ['reviews', 'owns'],
  mass: 'attention care love memory time work help money approval review access power space support coffee tea sleep feedback permission food water air music research advice luck traffic data code disk cpu ram bandwidth patience energy effort input output paper ink toner glue fun fuel oil heat light progress proof rest sugar milk wine beer sand salt rain snow weather wood metal plastic glass cash credit demand energy english math history law trust faith hope fear joy peace sound speed stuff sense skill staff stress talk taste thought travel trouble truth use value war wealth youth everyone today people lunch dinner breakfast',
  compounds:
    'pull request, pull requests, merge request, merge requests, change request, change requests, run time, sign off, stand up, test run, check list, look up, feed back',
  titles: 'dr prof mr mrs ms professor doctor lt sgt capt sir madam',
  generic: 'person people one ones team group folks guy engineer squad somebody someone man woman',
  persons: 'he she him her his hers',
  dates:
    'monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december feb apr aug sep sept oct nov dec spring summer autumn fall winter today tomorrow yesterday now week month year quarter sprint weekend weekends night nights morning evening q1 q2 q3 q4',
  leads:
    'fyi note hey hi hello ok btw psa update reminder heads-up today currently now also so however but and yes tl;dr nb info',
  irregular:
    'green-light green-lit green-lit, write wrote written, lead led led, run ran run, be was been, have had had, take took taken, give gave given, go went gone, choose chose chosen, build built built, keep kept kept, hold held held, sit sat sat, lie lay lain, oversee oversaw overseen, drive drove driven, make made made, put put put, leave left left, draw drew drawn, fall fell fallen, come came come, see saw seen, find found found, feed fed fed, stand stood stood, become became become, say said said, think thought thought, tell told told, mean meant meant, know knew known, co-write co-wrote co-written, co-lead co-led co-led, read read read, get got got, break broke broken, feel felt felt, speak spoke spoken, can could could, show showed shown, quit quit quit, ride rode ridden, let let let, hear heard heard, do did done, wake woke woken, ring rang rung, split split split',
  doubled: 'quit transfer defer refer',
};
