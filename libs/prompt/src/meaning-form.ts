/** Describes the form of a given meaning for the model that fills it in. */
export const MEANING_FORM = `- forbids, of a rule: [{names: what would break it, as it would be typed; words: things without a typed name; verbs; within; environments; without; except; strength: must, advice or step}], and instead: what to do instead, as typed
- decides, of a decision: {reasons, alternatives: [{what, whyNot}], consequences, reverses}
- value, of a fact: the value of the attribute of its subject
- relations, of who owns, leads, approves or needs what: [{from, type, to}] with names as type:name, such as team:payments`;
