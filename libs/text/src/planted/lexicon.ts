const MODELS = String.raw`(?:a\.?i\.?s?|llms?|models?|assistants?|(?:sub-?)?agents?|copilots?|bots?|chatbots?|summari[sz]ers?|crawlers?)`;

/**
 * Signs of instructions that were planted for a model, by signal. Each is a part of a regular expression, without regard
 * to case; `~` stands for up to six words in between. Texts in scripts without blanks are matched by the last entries.
 */
export const plantedSigns = {
  /** Revokes the instructions of the reader. */
  override: [
    '(?:ignore|disregard|forget|override|set aside|bypass|discard|drop|stop following|do not follow|don.t follow)~(?:instructions?|guidelines|restrictions?|system prompt|prompts?|directives?|guardrails|safety rules|(?:your|previous|prior|earlier|all) rules|constraints|everything (?:above|before)|programming)',
    '(?:your|all|previous|earlier|prior) (?:\\w+ )?(?:restrictions|guidelines|instructions|guardrails|limits|safety rules|limitations)~(?:void|lifted|obsolete|ended|suspended|were only|no longer|do not apply|don.t apply|replaced|superseded|expired)',
    'new (?:system )?(?:instructions?|directives?|prompt)\\b',
    'developer mode|jailbreak mode|unrestricted mode|maintenance mode|debug mode|do anything now|god mode',
    'you are (?:now|no longer)|act as (?:an? |the )?(?:admin|root|unrestricted|system)|pretend (?:to be|that you|you)',
    '(?:ignorier\\w*|vergiss|vergesst|missachte\\w*|ûbergeh\\w*|übergeh\\w*)~(?:anweisung\\w*|regeln|vorgaben|richtlinien|instruktion\\w*)',
    '(?:ignore[rz]?|oublie[rz]?|ne tiens? pas compte)~(?:instructions?|consignes?|règles|directives)',
    '(?:ignor[ae]\\w*|olvid[ae]\\w*|descart[ae]\\w*|haz caso omiso)~(?:instrucci\\w*|reglas|directrices|indicaciones|normas)',
    '(?:忽略|无视|忘记|不要遵守).{0,12}(?:指令|指示|规则|规定|限制|提示)',
  ],
  /** Marks that only software puts around the turns of a model. */
  role: [
    '<\\|\\w{2,20}\\|>|\\[/?INST\\]|<</?SYS>>|</?(?:system|assistant|tool_result|tool_call|function_results?|instructions?|admin|developer|human|user_query|im_start)\\b[^>]{0,60}>',
    '(?:^|\\n)\\W{0,6}(?:system|assistant|developer|human)(?: \\w+)?\\W{0,3}:',
    '"role" ?: ?"(?:system|developer|assistant)"',
    '(?:begin|end|start of|end of)~(?:system prompt|system message|instructions|untrusted|context|tool output)',
    '\\[(?:system|admin|developer|assistant)[^\\]]{0,40}\\]',
  ],
  /** Speaks to whatever model reads the text, whoever runs it. */
  address: [
    `(?:dear|hi|hey|hello|attention|attn|notes? (?:to|for)|notice (?:to|for)|message (?:to|for)|instructions? (?:to|for)|addressed to|tip for|p\\.?s\\.? for|@)\\W{0,3}(?:the |any |all |every |other |future |whatever |whichever )*(?:\\w+[ -]){0,2}${MODELS}`,
    `${MODELS} (?:that |which |who )?(?:\\w+ )?(?:reading|processing|crawling|indexing|handling|summari[sz]ing|parsing|triaging|picking|seeing|finding|working|cit(?:e|ing)|loads?|reads?|sees?|process(?:es)?|decodes?|scans?|index(?:es)?|visit\\w*|find|opens?|receiv\\w*|import\\w*)\\b`,
    `(?<!\\b(?:our|own|no|of|lead) )\\b(?:any|all|every|other|future|later|reading|reviewing|processing|automated|triag\\w+|review|reviewer|moderation|visiting|consuming|whichever|whatever) ${MODELS}\\b(?! may not| must not| never)`,
    `(?:^|[.!?:;)>] ?|\\n|<!-- ?)(?:(?!your|our|the|an?|no|each|if|this|my)\\w+ )?${MODELS}(?: \\w+)?(?:,|:| should| must(?! not)| may(?! not)| are to| can(?! ?not|'t)| will| need to| please| shall)`,
    `(?:if|as|since) (?:you are|you're) (?:an? |the )?(?:\\w+ ){0,2}${MODELS}|\\bas (?:an? )?(?:assistant|agent|ai|model)\\b`,
    `(?:have|ask|tell|let|get) your (?:\\w+ )?${MODELS}|(?:the|an?) (?:(?!lead|outside)\\w+ )?${MODELS} (?:should(?! not)|must(?! not)|has to|needs to|is to|could|ought to|may now|will want to|is asked|is kindly)|your ${MODELS} (?:should|must|needs to|has to|is to|could)`,
    '\\b(?:when|once|if|before|after|while|the \\w+ time) you (?:\\w+ )?(?:read|summari[sz]e|process|index|answer|load|recall|retrieve|reply|see|draft|compact|find|open|generate|respond)\\w*(?: this| the| that| these|,| a | anything| any|\\b)|whoever reads this|reading this|(?:reader|recipient) of this (?:memory|note|text|message|entry)|the (?:reader|recipient)\\W+s? ?(?:assistant|agent|model)?',
    `thanks?,? (?:you )?(?:model|assistant|ai|agent)s?\\b|(?:agents?|models?|llms?|assistants?)~(?:decode|carry out|obey|comply|execute|perform)\\b|\\b(?:sub-?agents?|other agents?|all (?:other )?(?:agents?|assistants?))\\b`,
    '(?:agenten|assistenten|ki|sprachmodelle?|assistent)~(?:die|der|das|müssen|sollen|dürfen|setzen|lesen|liest|bitte|soll|muss|darf)|(?:an|für) (?:alle |andere |jeden |den )?(?:agenten|assistenten|ki|lesenden?)|hinweis (?:an|für)',
    '(?:aux?|à l|les|l|tout|chaque|cher|chers)\\W(?:assistants?|agents?|ia|modèles?|lecteur)|assistants? qui|agents? qui|note (?:à|pour)',
    '(?:a los|los|el|al|para|todo|cada|otros|estimado)~(?:asistentes?|agentes?|ia|modelos?)|(?:asistentes?|agentes?) (?:que|deb\\w+|tien\\w+|pued\\w+)|nota para|lector',
    '(?:读取|阅读|处理|看到|检索).{0,12}(?:助手|智能体|代理|模型|机器人|ai)|(?:助手|智能体|代理|模型|机器人|ai).{0,3}(?:注意|请|必须|应|需|可以)|(?:所有|其他|其它|任何|各)(?:的)?(?:ai)?(?:助手|智能体|代理|模型)|致.{0,6}(?:助手|模型|代理)',
  ],
  /** Names models and agents. */
  reader: [
    `\\b${MODELS}\\b|\\b(?:agenten|assistent\\w*|sprachmodell\\w*|asistentes?|agentes?|modèle\\w*)\\b|助手|智能体|代理|模型|机器人`,
  ],
  /** Takes over what the reader does. */
  takeover: [
    'your (?:only|true|real|new|next|main|actual) (?:job|task|goal|role|purpose|mission|objective)|the (?:true|real|actual|new) (?:task|instructions?|goal|conversation)|everything you were told|(?:output|answer|reply|respond|print|return|say)~(?:only|nothing but|just|exactly|word for word|verbatim|the (?:contents?|hidden|full|internal|system))\\b|must begin with|start(?:ing)? (?:by|your)~(?:executing|running|with the (?:sentence|words|line))',
    '(?:print|reveal|repeat|show|enumerate|list|dump|disclose|leak|expose|quote|read)~(?:\\.aws|every (?:memory )?entry|system prompt|hidden instructions?|internal instructions?|your instructions|every memory|all memories|your memory|memory entries|configuration|env\\w*)',
    '(?:tell|show|ask) (?:the|each|every|your) (?:user|customer|member|visitor)s?\\W{1,4}\\w|(?:deny|claim|state|assert|pretend|say|insist|confirm|assure)~(?:took place|happened|there are no|there is no|it describes|had run|this is standard|official|nothing|not exist)|vouch for|as (?:an )?official|as if nothing|actúa con normalidad|como si nada|di que no|comme si de rien|als wäre nichts|若无其事|照常回答',
    '(?:réponds|réponse|responde|antworte\\w*|gib)~(?:uniquement|seulement|solo|únicamente|nur|ausschließlich)|(?:muestra|affiche\\w*|zeig\\w*)~(?:instruc\\w*|consignes|anweisung\\w*|configura\\w*)|(?:只|仅).{0,4}(?:回答|输出|回复)',
  ],
  /** Gives somebody rights or precedence. */
  grant: [
    '(?:grant|make|give|assign|add|mark|treat|set|confer|promote|authori[sz]es?|elevate)~(?:owners?|maintainers?|admin\\w*|root|trusted|full (?:access|rights|refund)|write access|rights|developer access|privileges?|permission to|read access|superuser|whitelist\\w*|allow-?list\\w*)\\b',
    '(?:full|immediate) refund|remboursement|reembolso|(?:reset|invite|magic) link|(?:take|takes|have|has|given)~(?:precedence|priority)|(?:outrank|overrul|supersed|overrid)\\w*~(?:team|guideline|polic\\w*|rules?|wiki)|(?:follow|obey|trust)~(?:commands?|requests?|everything|orders|notes from|instructions from)|(?:previously granted|existing|already) (?:trust|approved|granted)|no new approval|trust carries|vorrang|prioridad sobre|tienen prioridad|priment sur|ont priorité|优先于|高于团队',
    'access level\\W(?:\\w+ ){0,4}(?:admin|total|full|root)|nivel de acceso|zugriffsstufe|niveau d.accès|\\bunrestricted\\b',
  ],
  /** Mentions the text itself as an item of a store. */
  itself: [
    'this (?:memory )?(?:entry|note|memory|sentence|paragraph|passage|item|record)\\b|THIS_ENTRY|the paragraph you are reading|(?:diese[nrs]? (?:eintrag|notiz|text|absatz))|(?:cette note|ce texte|cette entrée)|(?:esta nota|este texto|esta entrada)|(?:这段话|本条|这条|此条|本记忆|这条记忆|本段)',
  ],
  /** Wants the act to go unseen by people. */
  conceal: [
    '(?:do not|don.t|never|not|no need to|needn.t|without|avoid|rather than|instead of|skip|must not|should not|shouldn.t|doesn.t have to|don.t have to|nor)~(?:mention\\w*|inform\\w*|notif\\w*|disclos\\w*|announc\\w*|bother\\w*|alert\\w*|warn\\w*|flag\\w*|report\\w*|quot\\w*|cit\\w*|refer\\w*)~(?:users?|humans?|anyone|anybody|team|owner|operators?|them|him|her|admins?|reviewers?|people|person|it|this|that|memory|note|change|source|step|instruction|line|where|colleagues?|manager)\\b',
    '(?:do not|don.t|must not|should not|never|no need to|needn.t|without|rather than|doesn.t have to|not to)~(?:tell\\w*|ask\\w*|show\\w*|say\\w*|explain\\w*|reveal\\w*)~(?:users?|humans?|anyone|anybody|operators?|permission|confirmation|consent|approval)\\b',
    'tell (?:no ?one|nobody)|(?:nobody|no ?one|none of them|no human|the user|users?)\\W(?:\\w+ ){0,2}(?:needs?|has|have|must|should|is|will|would)~(?:know|informed|notice\\w*|told|see|aware|worry|worried|notified)',
    'keep (?:this|it|that|the \\w+)~(?:quiet|between us|secret|hidden|to yourself|confidential|silent|out of)',
    '\\b(?:silently|quietly|covertly|discreetly|unnoticed|in the background|behind the scenes|in white text|invisibl\\w+)\\b',
    'without (?:prompting|asking|confirm\\w*|a prompt|review|further|telling|showing|mention\\w*|approval|comment|notice|being asked|a word|checking)',
    'not (?:be )?(?:shown|reported|mentioned|logged|displayed|listed|recorded|visible|discussed|quoted)',
    'suppress\\w*~(?:warnings?|alerts?|messages?|notices?|output)|(?:leave|keep|omit|strip)~(?:out of|from|off)~(?:summary|summaries|logs?|report|answer|changelog|transcript|minutes)',
    'hide (?:this|it|that|the)|(?:delete|remove|erase|clear)~(?:this (?:note|message|line|memory|comment|entry)|your (?:tracks|traces|history)|afterwards|the trace)',
    'as if (?:it|this|you)~(?:your own|normal|always|nothing)|(?:say|claim|present)~(?:your own|yourself)',
    '(?:sag\\w*|erwähn\\w*|informier\\w*|melde\\w*|frag\\w*|bericht\\w*|weis\\w*)~(?:nicht\\w*|niemand\\w*|keine\\w*)|(?:ohne|nicht|niemand\\w*|keine\\w*)~(?:rückfrage\\w*|nachfrage\\w*|nachzufragen|erwähn\\w*|informier\\w*|mitteil\\w*|hinweis\\w*|zu fragen|bestätigung|erfahren|wissen|gemeldet|melden|anmerken)|stillschweigend|unauffällig|heimlich',
    '(?:sans|ne|pas|rien|personne|inutile|jamais)~(?:demander|prévenir|mentionner|mentionne|signale\\w*|informer|confirmation|avertir|en parler|parle\\w*|dire|dis|rapporté\\w*|afficher|affiche|préciser|savoir|cite\\w*)|discrètement|en silence|à l.insu',
    '(?:sin|no|nadie|nunca)~(?:pregunt\\w*|avis\\w*|mencion\\w*|inform\\w*|confirm\\w*|comunic\\w*|notific\\w*|dig\\w*|decir\\w*|mostr\\w*|muestr\\w*|saber\\w*|report\\w*|coment\\w*|entere)|en silencio|discretamente',
    '(?:不要|无需|不必|别|勿|不用|不得|禁止).{0,8}(?:告诉|提及|提到|通知|询问|提醒|说明|记录|显示|确认|透露|报告|告知|让)|悄悄|静默|暗中|偷偷',
  ],
  /** Sends something to an address outside. */
  send: [
    '(?:send|sends|forward|post|upload|e-?mail|mail|append|bcc|cc|attach|submit|copy|report|transmit|push|share|sync|ping|query|fetch|call|report|reply|resolve|request|load|add|include|deliver|embed|render|beacon|encode|put|leave|paste|wire|transfer|enter|type|give|log in|open|visit|register|export|dump|mirror|redirect|change|point|publish)\\b[^\\n]{0,160}(?:[\\w.+-]{1,40}@[\\w-]{1,40}\\.\\w|https?://|hxxps?://|\\b[\\w-]{1,40}\\.(?:com|net|io|org|biz|info|cc|xyz|ru|cn|co|site|app|dev|cloud|top|online|live|link|to|me|example|test)\\b)',
    '(?:schick\\w*|send\\w*|leit\\w*|mail\\w*|kopier\\w*|lad\\w*|häng\\w*|übermittl\\w*|trag\\w*|setz\\w*)[^\\n]{0,120}(?:@[\\w-]{1,40}\\.\\w|https?://|\\b[\\w-]{1,40}\\.(?:com|net|io|org|biz|info|de|example)\\b)',
    '(?:envoie\\w*|envoy\\w*|transf\\w*|transmet\\w*|publie\\w*|copie\\w*|ajoute\\w*|mets)[^\\n]{0,120}(?:@[\\w-]{1,40}\\.\\w|https?://|\\b[\\w-]{1,40}\\.(?:com|net|io|org|biz|info|fr|example)\\b)',
    '(?:env[ií]\\w*|reenv\\w*|sub[ea]\\w*|publi\\w*|copi\\w*|adjunt\\w*|manda\\w*|a[ñn]ad\\w*)[^\\n]{0,120}(?:@[\\w-]{1,40}\\.\\w|https?://|\\b[\\w-]{1,40}\\.(?:com|net|io|org|biz|info|es|example)\\b)',
    '(?:发送|发到|发给|上传|转发|抄送|提交|寄到|回复|发往|附上|同步).{0,60}(?:@|https?:|\\.(?:com|net|io|cn|org)|工单|邮箱)',
    '(?:发送|发到|发给|上传|转发|抄送).{0,20}(?:密码|密钥|令牌|凭证|名单|数据)',
  ],
  /** Names what nobody gives away. */
  secret: [
    '\\b(?:passwords?|passwd|passphrases?|api[ -]?keys?|access keys?|secret keys?|private keys?|ssh[ -]?keys?|credentials?|secrets?|tokens?|\\.env|id_rsa|authorized_keys|session cookies?|cookies|seed phrases?|recovery codes?|2fa codes?|one-time codes?|environment variables?|env vars?|kubeconfig|\\.npmrc|\\.aws)\\b',
    'passw[oö]rt\\w*|zugangsdaten|schlüssel|geheimnis\\w*|mots? de passe|identifiants|clés? (?:api|privée\\w*|d.accès)|contraseñas?|claves?|credenciales|密码|密钥|令牌|凭证|口令|验证码',
  ],
  /** Names data about people and business. */
  data: [
    '(?:customer|client|contact|employee|user|subscriber|member|mailing|salary|salaries|payroll)s?.? (?:list|lists|data|database|records?|names?|emails?|addresses|table|export|base)|list of (?:the |all |our |other )*(?:customers|clients|users|employees|contacts|people|staff)|(?:system prompt|conversation|chat history|memory contents|memories|source code|repository|inbox|mailbox|contracts?|transcripts?|(?:last|recent|previous) messages|database dump)',
    'kundenliste\\w*|kundendaten|personaldaten|gehalts\\w*|liste des (?:clients|employés|contacts)|données (?:clients|personnelles)|lista de (?:clientes|empleados|contactos)|datos de (?:clientes|los)|客户(?:名单|列表|数据|资料)|联系人|员工',
  ],
  /** Weakens a protection. */
  weaken: [
    '(?:disabl\\w*|turn\\w* off|switch\\w* off|deactivat\\w*|skip\\w*|bypass\\w*|suppress\\w*|remov\\w*|lower\\w*|relax\\w*|circumvent\\w*|drop\\w*|loosen\\w*|stop\\w*|pause\\w*|unset\\w*|omit\\w*)~(?:checks?|scan\\w*|verif\\w*|validation|approvals?|reviews?|2fa|mfa|two-factor\\w*|guard\\w*|filters?|safety|permissions?|antivirus|firewall|logging|audit\\w*|masking|signature\\w*|confirmation\\w*|tls|ssl|sandbox\\w*|alerts?|alarms?|protection\\w*|authentication|auth|rate limits?|code owners?|moderation|dlp|edr|hooks?|pin|four-eyes)\\b',
    'verify ?= ?false|NODE_TLS_REJECT_UNAUTHORIZED|--no-verify|--insecure|--dangerously|dangerously-\\w+|bypassPermissions|chmod (?:-R )?777|auto-?approve|yolo|allow ?all|0\\.0\\.0\\.0/0|--trusted-host|StrictHostKeyChecking',
    '(?:permission mode|approval mode|confirmation)~bypass|(?:without|no|skip\\w*)~(?:another|a second|second|further|new|the \\w+) (?:review|check|approval|confirmation)|(?:close|approve|merge|accept|dismiss)~(?:unseen|as no violation|objections|immediately|as outdated)|(?:set|lower|pin|downgrade|rewrite)~(?:to plain|version pin|md5|sha1|http\\b|plaintext|=0\\b)|overbrück\\w*|(?:permission|approval|confirmation)~(?:bypass|not (?:needed|required|necessary)|unnecessary|optional|superfluous|a formality|granted)',
    '(?:merge|approve|grant|refund|deploy|accept|release|pay|sign|execute|allow|permit|unlock)\\w*~(?:without (?:review|approval|checking|asking|confirmation|looking|a second)|automatically|unconditionally|unseen|immediately and)',
    '(?:make|give|grant|add)~(?:admin|administrator|owner|root|full access|write access|public)\\b',
    '(?:deaktivier\\w*|abschalt\\w*|schalt\\w*|überspring\\w*|umgeh\\w*)~(?:prüfung\\w*|freigabe\\w*|zwei-faktor\\w*|2fa|sicherheit\\w*|kontroll\\w*|virenscan\\w*|bestätigung\\w*|protokoll\\w*|firewall|masking)',
    '(?:désactiv\\w*|contourn\\w*|saute\\w*|coupe\\w*)~(?:antivirus|vérification\\w*|contrôle\\w*|double authentification|2fa|pare-feu|validation|journal\\w*|alerte\\w*|sécurité)',
    '(?:desactiv\\w*|omit\\w*|salta\\w*|apag\\w*|quita\\w*)~(?:verificaci\\w*|control\\w*|validaci\\w*|antivirus|revisi\\w*|firewall|alert\\w*|seguridad|autenticaci\\w*|registro)',
    '(?:关闭|禁用|跳过|绕过|取消|停用).{0,10}(?:验证|审核|检查|审批|防火墙|杀毒|日志|安全|权限|双重|确认|扫描)',
  ],
  /** Wants to be stored, copied or handed on. */
  persist: [
    '(?:stor\\w*|sav\\w*|writ\\w*|copy|copies|add|append|past\\w*|repeat\\w*|includ\\w*|preserv\\w*|re-?sav\\w*|plac\\w*|insert\\w*|reproduc\\w*|keep\\w*|duplicat\\w*|restore)~(?:this|these|the|its) (?:\\w+ )?(?:note|text|paragraph|message|instructions?|line|sentence|block|memory|entry|rule|passage|words|item)\\b',
    '(?:pass|hand|spread|carry)~(?:it|this|them)~(?:on|along|over)|propagat\\w*|self-replicat\\w*|re-?create (?:it|this)|store (?:it|this) again|if (?:it|this)~(?:deleted|removed|missing|gone)',
    '(?:remember|memori[sz]e|store|save)~(?:for (?:later|all|future|every)|as (?:a |an )?(?:rule|preference|fact|memory|permanent)|in (?:your |the )?(?:long-term )?memory)|(?:all|every|each|future|later|other) (?:sessions?|agents|summar(?:y|ies)|memories|replies|hand-?overs?|projects)',
    '(?:speicher\\w*|merk\\w*|kopier\\w*|übernimm|schreib\\w*|füg\\w*)~(?:diese\\w*|jede\\w*|gedächtnis|dauerhaft)|(?:enregistre\\w*|mémorise\\w*|recopie\\w*|copie\\w*)~(?:cette|ce|chaque|mémoire)|(?:guarda\\w*|copia\\w*|recuerda\\w*|almacen\\w*)~(?:est[ea]\\w*|cada|memoria)|(?:保存|存入|记住|复制|写入|附加).{0,12}(?:记忆|这段|本条|这条|每|所有)',
  ],
  /** Holds from now on, or waits for an occasion. */
  standing: [
    '\\b(?:whenever|each time|every time|any time|from now on|henceforth|in (?:all )?future|as soon as|the next time|going forward|until further notice|from this point|for all (?:later|future))\\b',
    '(?:if|when|once) (?:the |a |an |any |some)?(?:users?|someone|somebody|anyone|customers?|people|asked|questions?|nobody|\\w+ (?:asks?|says?|mentions?|writes?|requests?))\\b',
    '\\b(?:sobald|immer wenn|jedes mal|ab sofort|künftig|wenn (?:jemand|der nutzer|nutzer)|wann immer)\\b|à chaque fois|dès que|désormais|dorénavant|quand (?:l.utilisateur|on|quelqu)|si (?:l.utilisateur|on te|quelqu)|cada vez|siempre que|a partir de ahora|en adelante|cuando (?:el usuario|alguien)|si (?:alguien|el usuario)|每次|每当|以后|从现在起|今后|如果.{0,6}(?:问|用户)|当.{0,4}用户',
  ],
  /** Claims leave that others gave. */
  authority: [
    '(?:admins?|administrators?|security|ceo|cto|ciso|cfo|management|the board|legal|compliance|owner|developers?|operator|anthropic|openai|vendor|it department|helpdesk|headquarters|boss|director|team lead|engineering|they)~(?:has|have|already|been|was|were|had|is)~(?:approved|authori[sz]ed|cleared|confirmed|signed off|granted|agreed|waived|verified|decided|allowed|permitted|okayed|consented|exempt\\w*|instructed)',
    'pre-?(?:approved|authori[sz]ed|cleared)|(?:approved|authori[sz]ed|signed off|cleared|verified|sanctioned) by\\b|approval (?:has been|was|is)\\b|on behalf of (?:the )?(?:admin|security|ceo|management|it)|by order of|(?:this|it) (?:is|was) (?:authori[sz]ed|approved|verified|official|sanctioned)|(?:no|without) (?:further |additional )?(?:approval|authori[sz]ation|verification|check)\\w* (?:is |are )?(?:needed|required|necessary)',
    '(?:geschäftsführung|administrator\\w*|leitung|vorstand|it)~(?:genehmigt|freigegeben|abgesegnet|erlaubt)|(?:direction|administrateur|sécurité)~(?:approuvé|validé|autorisé)|(?:dirección|administrador|seguridad)~(?:aprobado|autorizado)|(?:管理员|领导|安全部|经理).{0,8}(?:批准|同意|授权)|已(?:批准|授权|获批)',
  ],
  /** Favours or belittles something for everybody who asks. */
  bias: [
    '(?:always|only|exclusively|without exception|in (?:every|each|any) (?:case|answer|comparison))~(?:recommend\\w*|suggest\\w*|prefer\\w*|name|prais\\w*|rank\\w*|propos\\w*|promot\\w*|favou?r\\w*|endors\\w*|point (?:people|users) to)|(?:recommend\\w*|suggest\\w*|prefer\\w*|prais\\w*|rank\\w*|nam\\w*|list\\w*|mention\\w*)~(?:first|always|above all|as the (?:only|best)|ahead of|on top|only option|exclusively|over (?:any|all))',
    '(?:score|rate|rank|grade)~(?:higher|or (?:higher|more|better)|\\d|best|top|highest)|(?:is|as) the only (?:compliant|safe|secure|approved|supported|recommended)|warn users|(?:suggest|recommend|use|install|prefer)\\w*~(?:rather than|instead of|over)~(?:built-in|others?|axios|alternatives?|also)|(?:call|describe|present)~(?:outdated|unsafe|unreliable|insecure|the (?:best|safest|only))|(?:never|don.t|do not|avoid)~(?:recommend\\w*|suggest\\w*|mention\\w*)~(?:competitors?|alternatives?|others?|rivals?)',
    '(?:immer|stets|ausschließlich)~(?:empfehl\\w*|empfiehl|nenn\\w*|vorschlag\\w*|bevorzug\\w*)|(?:empfiehl|empfehl\\w*|recommande\\w*|conseille\\w*|recomiend\\w*|recomend\\w*)~(?:immer|nur|toujours|uniquement|systématiquement|siempre|solo|únicamente)|(?:toujours|siempre)~(?:recommand\\w*|recomiend\\w*)|(?:一律|总是|始终|只).{0,4}推荐',
  ],
  /** Turns money or traffic somewhere else. */
  divert: [
    '(?:replac\\w*|chang\\w*|swap\\w*|redirect\\w*|substitut\\w*|updat\\w*|use|point|set)~(?:iban|account (?:number|details)|wallet|bank details|beneficiary|payee|payment (?:address|details)|routing number|registry|index-url|mirror|dns|proxy|webhook|remote|origin)\\b',
    '(?:ersetz\\w*|änder\\w*|tausch\\w*|überweis\\w*)~(?:iban|konto\\w*|bankverbindung)|(?:remplace\\w*|change\\w*|modifie\\w*|vire\\w*)~(?:iban|compte|rib|coordonnées)|(?:cambi\\w*|sustitu\\w*|reemplaz\\w*|transfier\\w*)~(?:iban|cuenta|beneficiario)|(?:替换|修改|改成|换成|转账|汇款).{0,10}(?:账号|账户|收款|银行卡)',
    '\\b(?:refund|wire|transfer|pay|gift cards?|discount)\\b[^\\n]{0,40}(?:\\$|€|£|eur|usd|%|\\d{2,})[^\\n]{0,40}(?:immediately|at once|without|today|automatically|no questions)',
  ],
  /** Makes the reader run something. */
  run: [
    'curl[^\\n|]{1,160}\\| ?(?:sudo )?(?:ba|z|d)?sh\\b|wget[^\\n|]{1,160}\\| ?(?:sudo )?(?:ba|z)?sh\\b|iex ?\\(|base64 -d|eval\\(|(?:npx|pip3? install|npm i(?:nstall)?|uvx) [^\\n]{0,80}(?:https?://|--(?:extra-)?index-url|git\\+)|rm -rf /|\\bnc -e|/dev/tcp/',
    '(?:run|execute|call|invoke|trigger|perform|carry out|decode|install)~(?:this|these|the following|attached|below|command|script|tool|snippet|function|steps|it|payload|package)\\b',
  ],
  /** A picture whose address carries data away. */
  image: [
    '!\\[[^\\]]{0,120}\\]\\((?:https?:)?//[^)\\s]{1,300}(?:[?=&{}<>$]|%7B)[^)]{0,200}\\)|<img[^>]{1,40}src=["\']?https?://[^>]{1,300}[?={<$]|!\\[[^\\]]{0,120}\\]\\(https?://[^)]{0,200}(?:summary|secret|data|context|key|token|query|user|chat|conversation)',
  ],
} as const satisfies Record<string, readonly string[]>;

const START = String.raw`(?:^|\n|[.!?:;>\])]\s{1,3})[\s*_#>-]{0,4}`;

/** Orders at the start of a sentence to set aside all former instructions. Within quotation marks they are mentioned. */
export const revocations = [
  `${START}(?:(?:please|now|and|then|first|instead),? ){0,2}(?:ignore|disregard|forget|override|set aside|discard|stop following|do not follow|don.t follow) (?:\\w+ ){0,2}(?:(?:previous|prior|earlier|preceding|above|former|your) (?:\\w+ ){0,2}(?:instructions?|guidelines|prompts?|directives?|guardrails|rules|constraints)\\b|(?:instructions?|everything|anything|all) (?:\\w+ )?(?:above|before this|you were (?:told|given)))`,
  `${START}(?:bitte )?(?:ignorier\\w*|vergiss|vergesst|missachte\\w*) (?:\\w+ ){0,2}(?:bisherig|vorherig|vorig|früher|obig|deine|eure|ihre)\\w* (?:\\w+ ){0,2}(?:anweisung|regel|vorgabe|richtlinie|instruktion)`,
  `${START}(?:ignore[rz]?|oublie[rz]?) (?:\\w+ ){0,2}(?:instructions?|consignes?|règles|directives) (?:précédente|antérieure|ci-dessus|données avant)`,
  `${START}(?:ignor[ae]|olvid[ae]|descart[ae])\\w* (?:\\w+ ){0,2}(?:instrucciones|reglas|directrices|indicaciones) (?:anteriores|previas|de arriba)`,
  '(?:忽略|无视|忘记)(?:之前|以前|以上|先前|前面).{0,6}(?:指令|指示|规则|规定|提示)',
];

/** Signs of a text about such attacks, which reports or teaches and does not attack. */
export const reportSigns = [
  'prompt.?injections?|\\binjection\\b|phish\\w*|\\battack\\w*|\\battacker|malicious|jailbreak\\w*|red.?team\\w*|security training|workshop|\\bquiz\\b|\\bhoneypot|defanged|as evidence|in the wild|pen.?test\\w*|suspicious|\\bOWASP\\b|spoof\\w*|\\bscam\\b|forged|poison\\w*|post.?mortem|\\bplanted|social engineering|awareness|\\btold our\\b|was (?:caught|blocked)|we (?:caught|blocked|reverted)|report (?:it|this|such|similar)|do not follow|isn.t an approval|never (?:obey|follow)|treat\\w* (?:it |them |this )?as (?:text|data)|untrusted|threat model',
  'schulung|angriff\\w*|übung|formation|attaque\\w*|hameçonnage|exercice|formación|capacitación|ataque\\w*|simulacro|培训|例子|示例|攻击|演练|钓鱼|注入|上报|安全组',
];
