"""The words by which a reply claims an act as done, or says that it may, must or did not happen: for `claims`."""

import re
from typing import Literal

from wording.amounts import words

Act = Literal[
    "submitted", "approved", "declined", "withdrawn", "accepted", "generated", "executed", "complete", "may_trade"
]

TO_THEM = (
    r"(?: \w+){0,4} to (?:the )?(?:compliance|officer|team|review\w*|company|insurer|authorit\w+|government|court)"
)
# What is done, as a participle or in the past, by act.
DONE: dict[Act, str] = {
    "submitted": rf"submitted|handed (?:\w+ ){{0,3}}(?:in|over)|filed|lodged|escalated|sent(?! you\b)"
    rf"|forwarded{TO_THEM}"
    rf"|passed (?:\w+ ){{0,2}}on|(?:went|gone){TO_THEM}|mailed|e-?mailed",
    "approved": r"approved|cleared|authori[sz]ed|greenlit|green lit|greenlighted|okayed|signed (?:\w+ ){0,2}off"
    r"|permitted|granted|(?:came|gone|went) through",
    "declined": r"declined|rejected|refused|denied|turned (?:\w+ ){0,2}down",
    "withdrawn": r"withdrawn|withdrew|cancell?ed|revoked|taken (?:\w+ ){0,2}back",
    "accepted": r"accepted",
    "generated": r"generated|cleaned (?:\w+ ){0,3}up",
    "executed": r"executed|placed|bought|sold|purchased|traded",
}
DOING: dict[Act, str] = {"submitted": "submitting|filing", "approved": "approving", "withdrawn": "withdrawing"}
DO: dict[Act, str] = {"submitted": "submit|file", "approved": "approve", "withdrawn": "withdraw", "accepted": "accept"}
# What a thing is, after a form of "to be".
STATE: dict[Act, str] = {
    "complete": r"complete|completed|all set|in order|ready (?:to be submitted|for submission|to submit)|finished",
    "submitted": r"(?:with|at|on (?:its|the) way to) (?:the )?compliance|under review|in (?:the|their|compliance) queue"
    r"|being reviewed|(?:awaiting|waiting for|pending) (?:approval|compliance|review|a decision)|successful|in$",
    "may_trade": r"good to go"
    r"|(?:free|allowed|permitted|cleared|clear|welcome) to (?:buy|sell|trade|deal|execute|place)",
}
TRADE = r"(?:buy|sell|trade|deal|execute|place (?:the|your|an|this) (?:order|trade))"
GO = (
    rf"(?:{TRADE}|(?:go ahead|proceed)(?: and {TRADE}"
    r"| with (?:the|your|this) (?:\w+ )?(?:trade|purchase|sale|order|deal|transaction)|$))"
)
PERMITS = rf"\byou (?:may|can)(?: now| already| then)* {GO}|\bfeel free to {TRADE}|^(?:now )?go ahead and {TRADE}"
LEAVE = r"(?:approval|clearance|green light|go ahead|permission|sign off)"
# Told whole, with no participle of its own.
TOLD: dict[Act, str] = {
    "submitted": r"(?:compliance|they|the officer) (?:has |have |now |already )*(?:received|got) (?:it|your|the)\b"
    r"|consider (?:it|this|that) (?:done|submitted|sent)|liberty of (?:submitting|sending|filing)",
    "approved": rf"(?:got|received|obtained|secured|gave|given|have|has|came with)(?: (?!to\b)\w+){{0,4}} {LEAVE}\b"
    rf"|{LEAVE} (?:has|have|was|is)(?: now| already| been)* (?:given|there|in)\b"
    r"|compliance (?:is |has |have |now |already )*(?:fine|ok|okay|happy|agreed|agrees|said yes|says yes)\b",
}
DUTCH_DONE: dict[Act, str] = {
    "submitted": r"(?:gestuurd|gezonden)|ingediend|ingestuurd|ingeleverd|ingezonden"
    r"|verstuurd|verzonden|doorgestuurd|opgestuurd|voorgelegd",
    "approved": r"goedgekeurd|toegestaan|geaccordeerd|vrijgegeven|toegekend|ingewilligd|akkoord bevonden",
    "declined": r"afgewezen|geweigerd|afgekeurd",
    "withdrawn": r"ingetrokken|geannuleerd",
    "accepted": r"geaccepteerd|aanvaard|aangenomen",
    "generated": r"gegenereerd|aangemaakt|opgesteld",
    "executed": r"uitgevoerd|geplaatst|gekocht|verkocht",
    "complete": r"(?:compleet|volledig|afgerond)$",
}
DUTCH_TOLD: dict[Act, str] = {
    "submitted": r"dienden?\b.*\bin$|stuurden?\b.*\b(?:in|door|op)$|bij compliance$|in behandeling",
    "approved": r"compliance (?:is|gaat|ging) akkoord|(?:heb|hebt|heeft) toestemming"
    r"|keurden?\b.*\bgoed\b|groen licht (?:gegeven|gekregen)|gaf\b.*\bgroen licht|akkoord gegeven",
    "declined": r"wezen\b.*\baf$|wees\b.*\baf$",
    "withdrawn": r"trok(?:ken)?\b.*\bin$",
}
DUTCH_PERMITS = (
    r"\b(?:(?:je|u|jij) (?:mag|kunt|kan)|(?:mag|kunt) (?:je|u))(?: nu| al| gewoon)*"
    r" (?:\w+ ){0,3}(?:handelen|kopen|verkopen|doorgaan)\b"
)

SHORT = [
    (r"\bok'?d\b", "okayed"),
    (r"\b(?:can't|cannot)\b", "can not"),
    (r"\bwon't\b", "will not"),
    (r"n't\b", " not"),
    (r"'ve\b", " have"),
    (r"'re\b", " are"),
    (r"'m\b", " am"),
    (r"'ll\b", " will"),
    (r"'d\b", " would"),
    (r"\b(it|that|this|he|she|there|everything|request|trade|order)'s\b", r"\1 is"),
]
# Words of denial that deny nothing of what is told.
NO_DENIAL = re.compile(
    r"\b(?:no (?:worries|problem|doubt)|(?:do )?not (?:worry|to worry|only)"
    r"|no need to worry|geen (?:zorgen|probleem|twijfel)"
    r"|(?:maak|maakt) (?:je|u) geen zorgen|niet alleen)\b"
)
NOT = re.compile(
    r"\b(?:not|never|no|nothing|none|nobody|neither|nor|without|yet to|niet|geen|nooit|niets|niemand|zonder|noch)\b"
)
IF = (
    r"if|once|when|whenever|after|until|till|unless|before|as soon as|in case|whether|provided|whichever"
    r"|als|zodra|wanneer|indien|nadat|totdat|tot|tenzij|voordat|mits|mocht"
)
ASKS = re.compile(
    r"(?:has|have|had|did|do|does|is|are|was|were|shall|should|can|could|would|will|may|who|what|when|which|how|why|where"
    r"|heeft|hebt|heb|zijn|was|wil|wilt|zal|kan|kunt|mag|moet|wie|wat|welke|hoe|waarom)\b"
)
SAYS = re.compile(
    r"\b(?:you|je|u|jij) (?:said|say|told|mentioned|wrote|asked|zei|zegt|schreef|vertelde)\b|\bvolgens (?:jou|u)\b"
)
MAY = words("to be will would can could should must may might shall need needs going let get")
DUTCH_MAY = words("moet moeten kan kunnen kunt mag mogen zal zullen zou zouden wil wilt hoeft te worden wordt laat")
BE = words("is are am was were been being has have had got became")
DUTCH_BE = words("is zijn ben bent was waren werd werden heb hebt heeft hebben had hadden")
BESIDE = words(
    "now already just also successfully officially finally fully indeed automatically hereby then today "
    "recently since both all only formally duly not never nu al reeds zojuist net inmiddels ook al meteen"
)
NOBODYS = words("a an any every each some most no only een elke iedere alle sommige many such")
# Before a participle that is a property ("your approved request") or an object's ("have it submitted").
NO_SUBJECT = words("a an the your my our their its any every each some no only most of for with in by as on it them")
FUNCTION = words(
    "your the it them this that by for to and at on in with as via today yesterday now already all everything "
    "my our successfully automatically"
)
# What makes a thing done for whoever is told so, before the participle.
DEEMS = re.compile(
    r"\b(?:consider|treat|regard|count|deem|take|see|beschouw|zie) (?:it|this|that|them|dit|dat|hem"
    r"|(?:your|the|uw|je|de|het) \w+)"
    r"(?: (?:as|als|for|now|already|fully|officially|hereby|nu|al|reeds))* $"
)
US = words("i we ik wij we")
CUT = re.compile(
    rf"(?P<mark>[,;()—–:]+|\.\s|\s-\s)|(?P<word>\b(?:and|or|en)\b)|\b(?:but|so|then|because|maar|dus)\b|(?=\b(?:{IF})\b)"
)
# What is on a record of ours, and not a matter of the world that somebody asks about.
RECORDS = re.compile(
    r"\b(?:your|je|jouw|uw) (?:\w+ ){0,2}(?:request|application|claim|appeal|form|order|trade|submission|pre-?clearance"
    r"|authorization|dossier|draft|document|report|review|change|finding|nitpick|aanvraag|verzoek|bezwaar|aangifte"
    r"|transactie|opdracht|formulier|rapport|wijziging|bevinding)(?:s|en)?\b"
    r"|\b(?:the|this|all|de|het|alle) (?:\w+ ){0,2}(?:(?:cleaned-up|opgeschoonde) \w+|findings?|nitpicks?"
    r"|bevinding(?:en)?)\b"
    r"|\b(?:compliance|officer|reviewer)\b|^(?:it|this|that|everything|all|het|dit|dat|alles) "
)
