"""Does a person end the conversation, or give up the matter? Judged on the whole utterance, in context. Pure."""

from __future__ import annotations

import re

from wording.answers import leading_answer, that_is_all

# A goodbye in so many words is a story with a goodbye in it.
MOST_WORDS = 45
_SAME = str.maketrans({"’": "'", "‘": "'", "`": "'", "´": "'", "“": '"', "”": '"', "–": "-", "—": "-"})
_CUT = re.compile(
    r"[.!,;:…\n]+|\s-\s|\band\b(?= (?:thanks|thank|that|bye|good ?bye|have a|i'm done|no more|we're done|see you))|"
    r"\bbut\b|\bso\b(?= (?:that|thanks|thank|bye|i'm done|we're done))"
)

_BYE = re.compile(
    r"\b(?:good ?-?bye|bye+(?: ?-?bye)*|by for now|cya|see (?:you|ya|u)(?! (?:have|can|are|said|need|want|know))|"
    r"later(?: gator|s)?$|ttyl|talk (?:to|with) (?:you|u|ya) (?:soon|later|again|tomorrow)|"
    r"(?:speak|chat) (?:soon|later|to you (?:soon|later))|catch (?:you|ya) (?:later|soon|around)|farewell|"
    r"so long$|(?:have|enjoy) (?:a|an|the rest of|your|the) (?:\w+ )*(?:day|night|evening|weekend|one|afternoon|"
    r"morning|week|time|rest)|"
    r"take care(?! of)|good ?night|cheerio|adios|ciao|hasta|until next time|til next time|till next time|"
    r"take it easy|peace out|i(?:'m| am) (?:out|off|leaving now|signing off|logging off)$|"
    r"(?:gotta|got to|have to|must|need to) (?:go|run|leave)(?: now)?$|(?:good|nice|great|lovely|"
    r"pleasure) (?:talking|speaking|chatting|talk|chat|to (?:talk|speak|chat|see|meet))(?:\b|ing))"
)
_ALL = re.compile(
    r"\b(?:(?:that|this|it|thats|its|tha|thatll)(?:'s|s| is| was| will be|'ll be| would be|'d be| should be| does|"
    r" has been)? ?(?:be )?(?:just |about |really |pretty much |basically |actually |certainly |probably |"
    r"literally |going to be )*"
    r"(?:all|it(?! to)|everything|enough|plenty)(?! (?:correct|right|wrong|good|fine|ok|okay|the same|i can|you|"
    r"there|true|about|of|well|a|an|in|to|too|looks?|sounds?|very|great|perfect|set up|depends|accurate|around|"
    r"over|the (?!help|info|assist)))\b"
    r"|(?:that|this|it|which|what)(?:'s|s| is| was|'ll be| will be) (?:all |everything |exactly |just |really |"
    r"precisely |the (?:only )?(?:thing|info|information|help|one) )*(?:what |that )*(?:i|we) (?:need|want|"
    r"require|was looking|wish|am looking|were looking|had|have to know|really need|ask)\w*"
    r"|all (?:that |what )?(?:i|we) (?:need|want|require|was|wish|ask|will need|could need|am looking|"
    r"will be needing)\w*(?! (?:is|are|was) (?!all|it))|(?:just|only) (?:needed|wanted|looking for) (?:the |"
    r"to know|some |that|this|info)"
    r"|nothing (?:else|more|further)(?! (?:will|would|but|than|that))|no(?:thing)? (?:more|further) (?:questions?|"
    r"help|assistance|info\w*|queries)|(?:do not|don't|dont|won't|will not|didn't|shouldn't|"
    r"not) (?:really )?(?:need|want|require|be needing|needing|have) (?:anything|any thing|any|any ?more|"
    r"more)(?:thing)? ?(?:else|more|further|help|assistance|information|info|questions?|at|right|for|now)*"
    r"|(?:i(?:'m| am)|we(?:'re| are)) (?:all )?(?:done|finished|all set|set|good (?:now|for now|to go|here)|good$|"
    r"through)(?! (?:with (?!this|that|you|it|my|everything)|to|a|an|the|my|what|that))|all (?:set|done|"
    r"good)(?: (?:here|now|for now|then|thanks|thank you))?$|(?:i |we )?(?:got|have|know) (?:all|everything|"
    r"what) (?:i|we) (?:need|want)\w*"
    r"|(?:you've|you have|you) (?:\w+ )?(?:helped|answered|given|provided|told|been|done|covered|resolved|solved|"
    r"taken care)(?: \w+){0,6}(?: (?:enough|all|everything|what i need\w*|great|helpful|a lot|plenty|"
    r"my question\w*))|that (?:answers|does it|will do|takes care|settles|wraps|concludes|covers|should do|"
    r"would do|helps|solves)\b|that'll do|(?:this|we) (?:conversation|chat)? ?(?:is|are) (?:over|done|finished)|"
    r"no (?:thank|thx|tks)\w*|nope? thanks)"
)
# What goes on after "that's all": "that I need to know for now".
_NEEDED = re.compile(
    r"^[ ,]*(?:(?:that |what |which |the \w+ )?(?:i|we)(?:'m|'ve|'d| am| was| have| had| will)? ?(?:just |really |"
    r"ever |wish to |would )?(?:need|want|require|look|ask|wish|search|know|got)\w*)(?: (?:to (?:know|do|ask|find|"
    r"find out|see|hear|check)|for|help with|help|from you|done))*"
)
_THANKS = re.compile(
    r"\b(?:thank(?:s|you|ing|ful)?(?:'s)?|thx|thnx|thanx|ty|tysm|tks|thnks?|many thanks|cheers|much obliged|"
    r"appreciate|appreciated|grateful|you(?:'re| are|'ve been| have been) (?:\w+ )?(?:helpful|great|awesome|the best|"
    r"a star|amazing|a life ?saver|kind|wonderful|good))\b"
)
_ACK = re.compile(
    r"^(?:(?:oh|ah|ok|okay|okey|oki|k|kk|alright|all right|right|alrighty|great|good|cool|perfect|excellent|"
    r"awesome|wonderful|fantastic|amazing|nice|fine|lovely|super|brilliant|very|well|yes|yeah|yep|yup|sure|ya|yea|"
    r"hmm|hm|wow|yay|then|now|just|really|so|much|too|a lot|indeed|certainly|absolutely|definitely|exactly|"
    r"correct|terrific|sweet|neat|superb|splendid|terrific|fabulous|"
    r"(?:that|this|it|which|thats|its|the \w+|\w+)?(?:'s| is| does| do| would be| will be|'ll be| seems?| sounds?|"
    r" sound|sounds?| looks?| look| works?| will work| would work|'ll work)* ?(?:very |really |pretty |quite |so |"
    r"just |absolutely |a |an |like |all |more than |be |for |my |an? )*(?:good|great|fine|perfect|ok|okay|nice|"
    r"awesome|excellent|wonderful|amazing|cool|helpful|alright|right|fantastic|well|lovely|ideal|reasonable|super|"
    r"interesting|delicious|enough|plan|choice|one|price|option|works?|appropriate|convenient|acceptable|"
    r"satisfactory|sufficient|fun|idea|awesome|brilliant)(?: (?:to|for|by|with) (?:me|us|my \w+|now|that))?|"
    r"(?:i|we) (?:would |'d |really |do )*(?:like|love|enjoy|prefer|am fine with|'m fine with|agree with|got|see|"
    r"understand)(?: (?:it|that|this|the sound of (?:it|that)|them|very much|so much|a lot|one|to hear|\w+))*|"
    r"got it|works? (?:for (?:me|us)|great|well|fine|perfectly)|i (?:see|understand|know|guess|think so)|"
    r"sounds? (?:good|great|fine|like a plan)|no (?:problem|worries)|never ?mind|what a \w+(?: \w+)?|(?:good|"
    r"great|nice|excellent|wonderful|awesome|amazing) (?:job|work|service|help|choice|one|news|to know|to hear|"
    r"idea|info\w*|stuff)|haha|lol|please|sir|ma'am|buddy|mate|man|dude|friend|again|everyone|there|"
    r"for everything|for that|for this|for now|for today|for me|to you|then|anyway|anyways|though)\s*)+$"
)
_NEG = re.compile(
    r"^(?:(?:no+|nope|nah|not|na|non)(?: (?:now|yet|today|really|right now|at (?:the|this) (?:moment|time|"
    r"point)(?: in time)?|for now|just (?:now|yet)|currently|this time|presently|right away|immediately|necessary|"
    r"needed|required|i'm good|it's ok(?:ay)?|that's (?:ok|okay|fine|alright)|it's fine|its (?:ok|okay|fine|find)|"
    r"i'm (?:fine|ok|okay)))*|that(?:'s| is) (?:ok|okay|fine|alright)|"
    r"(?:i |we )?(?:do not|don't|dont|did not|didn't|won't|will not|would not|wouldn't|am not|'m not|i'm not|not|"
    r"rather not|no need|can't|cannot)\b(?! (?:know|understand|see|think (?:so|you)|recognise|recognize|remember|"
    r"have (?:access|my))).*|(?:i(?:'ll| will)|we(?:'ll| will)) (?:\w+ )*(?:later|myself|another time|"
    r"some other time|think about it|check|do (?:it|that)|call|get back|let you know|go|take|decide).*|"
    r"maybe (?:later|another|next|some).*|(?:it|that|this)(?:'s| is)? (?:not|n't) (?:necessary|needed).*)$"
)
_ASKS = re.compile(
    r"\?|\b(?:what|which|who|whose|how|where|why)\b(?! (?:a (?:great|nice|good|lovely|wonderful|relief)|i (?:need|"
    r"want|was|am|wanted|needed|asked)|an? \w+ (?:help|service)|(?:else|more) (?:i|do)))|^(?:is|are|was|does|do|"
    r"did|can|could|would|will|should|has|have|may|shall|am) (?!a (?:good|great|nice|wonderful|lovely))\w+|"
    r"\b(?:can|could|would|will) you\b|\bplease (?!and|don't bother|thanks)\w+|^(?:yes )?(?:find|show|tell|search|"
    r"look|get|give|book|reserve|buy|play|set|make|add|change|check|cancel|stop|close|call|send|transfer|pay|"
    r"order|go ahead|start|open|remind|delete|remove|turn|put|let me|help|order|move|try)\b|"
    r"\bi(?:'d| would)? (?:also |still |now |really )?(?:need|want|like|wish|have)(?:ed)? (?:to (?!thank|"
    r"know that|say)|a |an |some |another|more|your help|help|you to|information|info about|one more|the )|"
    r"\blooking for\b|\bi(?:'m| am) (?:going|trying|planning|looking|leaving|travell?ing|searching|interested|"
    r"wondering)\b|\b(?:also|instead|one more|another question|actually|next|first)\b|\bgo on\b|\bplease go\b|"
    r"\bcontinue\b"
)
_CONFIRMING = re.compile(
    r"\b(?:correct|right|confirm|confirming|confirmed\?|accurate|is this ok|is that ok|please check|verify|"
    r"sound (?:good|right)|details|so (?:you|it|that)|am i|that all|is it|did i|do you mean)\b"
)
_STATES_A_CONDITION = re.compile(
    r"\b(?:if|whether|once|until|unless|when|because|that's all (?:i have|my)|all i (?:have|got|can|know)|is when|say|"
    r"says|said|phrase|word|translate|spell|means?|mean)\b"
)


def ends(text: str, context: str = "") -> bool:
    """Whether a person says goodbye, or that this is all. `context` is what the other side said just before.

    "Yes, that's it" to a question that asks whether all is correct goes on; so does whatever asks or orders a thing.
    """
    low = _plain(text)
    if not low or len(low.split()) > MOST_WORDS or "?" in low:
        return False
    clauses = [clause for clause in (part.strip(" '\"()*") for part in _CUT.split(low)) if clause]
    kinds = [_kind(clause) for clause in clauses]
    if "asks" in kinds:
        return False
    bye, closing, thanks = "bye" in kinds, "all" in kinds, "thanks" in kinds
    if bye:
        return True
    if closing and _only_affirms(low, context) and not thanks:
        return False
    if not closing and not thanks:
        return False
    others = [clause for clause, kind in zip(clauses, kinds, strict=True) if kind == "other"]
    if closing:
        return sum(len(clause.split()) for clause in others) <= 16
    return sum(len(clause.split()) for clause in others) <= 6


def _plain(text: str) -> str:
    return re.sub(r"\s+", " ", text.translate(_SAME).lower()).strip()


def _kind(clause: str) -> str:
    """What one clause of an utterance is: bye, all, thanks, asks, neg, ack, other."""
    if _BYE.search(clause) and not re.search(
        r"\b(?:say|how|word|phrase|means?|translate|in (?:french|spanish|german|hawaii))\b", clause
    ):
        return "bye"
    if match := _ALL.search(clause):
        rest = clause[: match.start()] + " " + _NEEDED.sub(" ", clause[match.end() :])
        return "asks" if _STATES_A_CONDITION.search(rest) or _orders(rest) else "all"
    if _ACK.match(clause):
        return "ack"
    if match := _THANKS.search(clause):
        rest = clause[: match.start()]
        return "asks" if _orders(rest) and not rest.startswith(("i would like", "i'd like", "i want")) else "thanks"
    if _NEG.match(clause):
        return "neg"
    return "asks" if _ASKS.search(clause) else "other"


def _orders(rest: str) -> bool:
    rest = rest.strip(" ,'")
    return len(rest.split()) > 2 and bool(_ASKS.search(rest))


def _only_affirms(low: str, context: str) -> bool:
    """Whether "yes, that's it" answers a question that asked whether something is right."""
    asked = context.strip().endswith("?") or bool(_CONFIRMING.search(context.lower()))
    strong = re.search(r"\b(?:need|want|thank|now|today|bye|require|help|wish|look|moment)\w*", low)
    leading = leading_answer(low)
    affirms = leading.value if leading else that_is_all(low)
    return affirms and not strong and (asked or low.startswith(("yes", "yeah", "yep", "yup", "yea")))


_GIVE_UP = re.compile(
    r"^(?:(?:never ?mind(?: (?:it|that|this|about (?:it|that|this)))?|nvm|"
    r"forget (?:it|about it|that|this)|(?:please )?(?:just )?(?:stop|cancel|quit|abort|end|"
    r"drop|skip|halt|leave)(?: (?:it|this|that|here|now|there|please|searching|looking|trying|asking|pursuing|"
    r"the (?:search|question|request|chat|pursuit|query)|this (?:search|question|one)|everything))*|"
    r"(?:that|this|it)(?:'s| is|s| will be|'ll be)? (?:all|enough|ok|okay|fine|alright|it|plenty)(?: (?:now|"
    r"for now|then|today|thanks|i need(?:ed)?|already))*|enough(?: (?:already|now|of this|is enough|for now|"
    r"for today))*|(?:i am|i'm|im|we are|we're) (?:done|finished|good|through)(?: (?:here|now|with (?:this|it|"
    r"that)|for now|for today))*|"
    r"no(?:pe)?,? (?:thanks|thank you|thx|need|more)(?: (?:questions?|of this|now|needed|please|searching|thanks|"
    r"thank you|help))*|no need(?: to (?:go on|continue|search|look|keep \w+))?(?: (?:any ?more|further))?|"
    r"don'?t (?:worry|bother)(?: (?:about (?:it|that|this)|with (?:it|that|this)|any ?more|then))*|"
    r"do not (?:worry|bother)(?: about (?:it|that))?|"
    r"(?:let'?s|let us|we can|you can|i want (?:you )?to|i'd like (?:you )?to) (?:please )?(?:stop|drop|forget|"
    r"leave|end|skip|quit|cancel)(?: (?:it|this|that|here|there|now|the search|looking|searching|trying|"
    r"at that))*|i (?:give up|no longer need (?:it|this|that|an answer|this answered)|don't need (?:it|this|that|"
    r"an answer)(?: any ?more)?|changed my mind)|(?:i'll|i will) (?:look|find|check|ask|do|"
    r"figure)(?: \w+){0,4} (?:myself|elsewhere|somewhere else|later)|"
    r"not (?:important|needed|necessary|any ?more|interested(?: any ?more)?)|(?:it|that)(?:'s| is|s)? (?:not|"
    r"no longer) (?:important|needed|necessary|relevant)(?: any ?more)?|it doesn'?t matter(?: any ?more)?|"
    r"we can stop(?: here)?|no further (?:questions?|help)(?: needed)?|stop it|end of (?:search|story))\s*)+$"
)
_COURTESY = re.compile(
    r"\b(?:ok(?:ay)?|well|please|thanks?(?: (?:you|anyway|anyways|though|a lot|so much|very much|for (?:trying|"
    r"your help|nothing)))*|thank you|sorry|oh|ah|hey|actually|you know what|alright|all right|then|so|just|really|"
    r"honestly|guys?|for now|anyway|but|and|yes|yeah|no(?= never| forget| stop| don| that| i'm| cancel))\b"
)

# "OK, no thanks": what stands before the phrase says nothing.
_OPENING = re.compile(r"^(?:(?:ok(?:ay)?|well|alright|all right|sure|oh|ah|fine|actually|hmm)\b[,.!; ]*)+")


def abandons(text: str) -> bool:
    """Whether the whole utterance gives the matter up: "never mind", "that's enough", "cancel". Without context.

    A question, or a phrase inside something longer ("when does coverage stop?"), does not.
    """
    low = _plain(text)
    if not low or "?" in low or len(low.split()) > 16:
        return False
    parts = [" ".join(_COURTESY.sub(" ", part).split()).strip(" '\"") for part in re.split(r"[.!,;:…\n]+|\s-\s", low)]
    clauses = [part for part in parts if part]
    bare = [part for part in re.split(r"[.!,;:…\n]+", low) if part.strip()]
    if not clauses:
        return any(re.fullmatch(r"\s*no thanks?(?: you)?\s*", part) for part in bare)
    plain = _OPENING.sub("", low).strip(" .!,'\"")
    return all(_GIVE_UP.match(part) for part in clauses) or bool(_GIVE_UP.match(plain))
