"""The words by which a clause says whose a number is: a denial, another person, the past, a holding, another thing.

Patterns read lower case. BEFORE and AFTER in a name say on which side of the number they are looked for.
"""

from __future__ import annotations

import re

CONTINUES = re.compile(r"\s*(?:,\s*)?(?:for|at|worth|about|around|roughly|totall?ing|valued|@)\b")
POLITE_NOT = re.compile(
    r"\b(?:why (?:not|don't (?:i|we|you))|(?:can|could|wo|should)n't (?:i|we|you)|not only|if not|"
    r"not (?:yet )?sure\w*|"
    r"don't (?:worry|mind|forget)|do not forget|can't wait(?: to)?|without (?:delay|further ado)|not a problem)\b"
)
NOT_BEFORE = re.compile(
    r"\b(?:not|avoid|refrain from|never|neither|nor|without|rather than|instead of|in place of|other than|"
    r"except(?: for)?|\w+n't|dont|"
    r"wont|cant|isnt|wasnt|didnt|no longer|no (?:way|need|intention|plans?|wish|reason|desire)|"
    r"niet|geen|nooit|nicht|kein\w*|in plaats van)\b"
)
NOT_AFTER = re.compile(
    r"[^.;!?,]{0,30}?(?:\b(?:is|was|are|were)\s+(?:not|never|wrong|incorrect|false|a (?:mistake|typo|slip)|"
    r"too \w+)\b|"
    r"\b(?:isn't|wasn't|aren't|weren't|doesn't|don't apply)\b)|[\s\w]{0,20}\?\s*(?:no|nope|never|certainly not|nee)\b"
)
TAKEN_BACK = re.compile(
    r"\b(?:forget|cancel|drop|scrap|ignore|delete|remove|undo|strike out|take back|withdraw|vergeet)\s+"
    r"(?:about\s+)?(?:the|my|those|that|these|this|de|het)?\s*(?:[\w]+ of )?$"
)
FROM = re.compile(r"\bfrom\s+$")
TO_ANOTHER = re.compile(r"[\s\w]{0,20}?\b(?:to|into|down to|up to)\s+(?:[a-z]{3}\s|[$€£])?\d")

PERSONS = (
    r"(?:wife|husband|spouse|partner|girlfriend|boyfriend|fianc\w+|brother|sister|father|mother|dad|mum|mom|son|"
    r"daughter|child|children|kids?|cousin|uncle|aunt|parents?|in-?laws?|friend|neighbou?r|colleague|boss|manager|"
    r"client|customer|family|vrouw|man|broer|zus|vader|moeder|zoon|dochter|vriend|vriendin|collega|baas|buurman)"
)
ON_BEHALF = re.compile(
    rf"\b(?:on behalf of|in the name of|namens)\s+(?!myself|my own|mijzelf)|"
    rf"\b(?:for|in|into|to|from|voor)\s+(?:my|our|his|her|their|a|mijn|the)\s+(?:\w+ )?{PERSONS}"
    rf"(?:(?:'s|s')?\s+(?:\w+ )?(?:account|portfolio|depot|name)|(?!'s|s'|\w))|"
    r"\bfor (?:him|her|them)\b|\bfor (?:his|her|their) (?:account|portfolio)"
)
OTHER_SUBJECT = re.compile(
    r"\b(?:he|she|somebody|someone|everybody|everyone|who|hij|zij|his|her|their|your)\b|"
    r"\bthey\b(?!'re| are\b| would be| will be|'ll be| trade| cost)"
)
IS_WHAT_OTHERS = re.compile(r"[\s\w]{0,20}\b(?:is|are|was|were) (?:what|how (?:many|much)) (?!i\b|i'|we\b|we')")
THIRD_PERSON = re.compile(
    r"\b(?:wants|has|holds|owns|buys|sells|needs|plans|intends|wishes|asks|likes|thinks|says|hopes|prefers|"
    r"recommends|suggests|advises|tells|wrote|writes|told|asked|said|recommended|suggested|advised|heeft|koopt|"
    r"verkoopt)\b"
)
FIRST_PERSON = re.compile(r"\b(?:i|i'm|i'd|i'll|i've|we|we'd|we're|we'll|let's|let me|ik|wij)\b")
POSSESSED = re.compile(r"\W*(?:\w+\s+){0,2}?(?:my|our|mijn)\s+(?P<noun>[a-z][\w-]*(?:\s+[a-z][\w-]*)?)")
PERSON_SUBJECT = re.compile(rf"\b(?:my|our|a|the|mijn)\s+(?:\w+ )?{PERSONS}\b(?! (?:and|or) i\b)")
REPORT = re.compile(
    r"\b(?:(?<!can )(?<!could )(?<!would )(?<!will )(?<!if )(?<!please )you|it|this|that|(?:the|your) \w+)\s+"
    r"(?:\w+ )?(?:says?|said|shows?|showed|wrote|writes?|noted|notes|put|recorded|reads?|understood|heard|entered|"
    r"typed|claims?|mentions?|mentioned|lists?)\b"
)
WHY = re.compile(r"\W*(?:why|how come|waarom|who said|since when)\b(?! not| don't)")
PAST_VERB = re.compile(
    r"\b(?:bought|sold|purchased|acquired|paid|spent|had|held|owned|got|received|inherited|earned|lost|gave|won|"
    r"invested|traded|transferred|subscribed|kocht|verkocht|gekocht|left|lent|used to|was|were|made(?! it| that|"
    r" up))\b|"
    r"\b(?:i|we)(?:'ve| have| had)?\s+(?:\w+ly |already |just )?(?!want|need|intend|plan|hop|decid|lik|tri|ask|mean|"
    r"wish|think|agree|typ|mistyp|confirm|discuss|check|talk)\w{2,}ed\b"
)
STILL_A_WISH = re.compile(
    r"\b(?:was|were)\s+(?:just |also )?(?:thinking|hoping|planning|wondering|going|looking|considering|aiming)\b|"
    r"\bhad\s+(?:in mind|hoped|thought|wanted|intended)\b|\b(?:wanted|was asked|gave it some thought)\b"
)
PAST_TIME = re.compile(
    r"\b(?:last (?:year|month|week|quarter|summer|winter|spring|autumn|fall|time|night|\w+day|january|february|march|"
    r"april|may|june|july|august|september|october|november|december)|yesterday|previously|back (?:then|in)|"
    r"earlier (?:this|in)|(?:years?|months?|weeks?|days?) ago|in the past|next year|vorig\w* \w+|gisteren|geleden)\b"
)
HOLDS = re.compile(
    r"(?<!can )(?<!could )(?<!may )(?<!might )(?<!should )(?<!shall )(?<!will )(?<!would )"
    r"\b(?:i|we|ik|wij)(?:'ve| have)?\s+"
    r"(?:(?:already|currently|now|still|do|also|only|just|al|nu)\s+)*(?:have|own|hold|possess|got|keep|heb|bezit)\b"
    r"(?!\s+(?:to|been|in mind|decided|the (?:wish|intention)|no|an? (?:order|request))\b)|"
    r"\b(?:i've|we've)\s+(?:(?:already|currently|now|still|also|only|just)\s+)*(?:got\b|(?:about |around )?(?=$))|"
    r"\b(?:i'm|i am|we're|we are)\s+(?:already|currently|still)\b|"
    r"\b(?:owning|holding|having|already (?:have|own|hold|at|in|on)|currently (?:have|own|hold|at))\b"
)
TO_SELL = re.compile(
    r"[^.;!?]{0,40}?(?:\b(?:to (?:sell|spend|invest|put in)|for sale|to (?:get rid of|offload|dispose of|unload))\b|"
    r"\b(?:that |which )?(?:i|we)(?:'d| would)?\s+(?:want|like|wish|need|plan|intend)\s+to\s+sell\b)"
)
MY_POSITION = re.compile(
    r"\b(?:my|our|current|existing|present|mijn)\s+(?:\w+\s+){0,2}(?:position|holdings?|stake|portfolio|depot)\b"
)
MY_NUMBER = re.compile(r"\b(?:my|our|mijn|onze)\s+$")
# "To 700 shares" says how many there shall be, and not how many are traded. What goes there may be the request itself,
# and "100 to 200 shares" is a range.
WHERE_IT_ENDS = re.compile(
    r"(?P<range>\d\s+(?:[a-z]+\s+)?)?\b(?:to|until|till|naar|tot(?: aan)?)\s+(?:(?:about|around|roughly|exactly"
    r"|only|just|circa|some|a total of|(?:i|we) (?:have|own|hold|reach)|ik|heb|op)\s+)*$"
)
FROM_A_NUMBER = re.compile(r"\b(?:from|van)\s+\S*\d")
REQUEST_GOES = re.compile(
    r"(?:^\W*(?!from|van)|\b(?:it|that|this|them|quantity|qty|number|amount|order|request|trade|size|figure|count|hoeveelheid|aantal"
    r"|het|dat|chang\w+|amend\w*|correct\w*|updat\w+|switch\w*|set|adjust\w*|edit\w*|modify|wijzig\w*|verander\w*|pas)\s+)"
    r"(?:(?:up|down|back|over|aan|terug|from .{1,24}|van .{1,24})\s+)?(?:to|naar)\s+(?:\w+\s+)*$"
)
BY = re.compile(r"\b(?:by|with|met)\s+(?:about |around )?$")
OF_A_WHOLE = re.compile(
    r"(?:\d\W*(?:[a-z]+ ){0,2}?(?:out )?of|\b(?:to|on top of|besides|next to|in addition to|from|half of|part of|"
    r"some of|most of|third of|quarter of))\s+(?:my|our|the|mijn|these|those)\s+(?:existing |current |"
    r"remaining |other )?$"
)
# "Get rid of my 80 shares" sells all of them; "40 out of my 100" does not.
GIVEN_AWAY = re.compile(r"(?<!\d )(?<!\d)\b(?:rid|out|dispos\w+|sale) of (?:my|the|our) $")
AUXILIARY = re.compile(r"\b(?:should|would|will|must|could|can|might|may|then|so|well|ok|yes|no)\b")
KEPT = re.compile(
    r"\b(?:keep|keeping|leave|leaving|leaves|retain|retaining|remain|remaining|left with|end up (?:with|at)|"
    r"hold on to|stay with|(?:all|everything|any|anything) but|total of my|(?:will|would|'ll) (?:then )?(?:hold|own)|"
    r"brings? (?:me|my \w+) to|behoud\w*)\b"
)
HELD_AFTER = re.compile(
    r"[^,.;!?\d]{0,30}?\b(?:that |which )?(?:i|we)(?:'ve| have|'d| had)?\s+(?:already |currently |still )?"
    r"(?:bought|sold|own|owned|have|hold|held|purchased|inherited|got|had)\b|"
    r"[\s\w]{0,20}?\b(?:is|are) (?:already|still|currently|in my|left|mine)\b|"
    r"\s*of (?:these|those|them) (?:sit|are|were|belong|lie)\b"
)
CONDITION = re.compile(
    r"^\W*should (?:it|the|they|this|that)\b|"
    r"\b(?:if|when|once|unless|until|as soon as|in case|whenever|suppose|supposing|assuming|imagine|als|"
    r"wanneer|zodra)\b(?!\s+(?:possible|allowed|approved|that's ok|needed|not\b|(?:i|we|you)(?:'m| am)?\s+"
    r"(?:can|could|may|might|allowed|permitted)))"
)
OTHER_VERB = re.compile(
    r"\b(?:i|we)(?:'m| am| get| are)?\s+(?:(?:now|currently|still|also|only)\s+)?(?:paid|earn|make|take home|"
    r"owe|save|"
    r"live|weigh|"
    r"turn|turned|born|work|pay|manage|supervise|rent|verdien|woon|ben)\b"
)
AGE = re.compile(r"\b(?:i'm|i am|we are|we're|aged?|turn(?:ed|ing)?|ik ben)\s+(?:about |around |only |just )?$")
SUBJECT = re.compile(
    r"\W*(?P<subject>[^,.;:!?]{0,60}?)(?:\s+(?:is|are|was|were|has|costs|trades|stands|pays|yields|employs|comes? to|"
    r"be|amounts? to|closed|opened|hits?|reaches|falls|rises|cost|grew|rose|fell|went|jumped|dropped|"
    r"heeft)\b|\s*[:=])"
)
OWN_NOUN = re.compile(
    r"\b(?:order|trade|request|quantity|qty|size|amount|value|worth|total|sum|count|answer|purchase|sale|investment|"
    r"deal|volume of|cost|consideration|transaction|figure|estimate|plan|idea|intention|wish|aim|choice|goal|"
    r"preference|shares|units|lots|contracts|pieces|options|calls|puts|futures|currency|notional|position|"
    r"it|that|this|"
    r"which|all|everything|they|these|those|here|there|i|we|how|what|altogether|together|whole|security|"
    r"direction|reason|"
    r"aandelen|stuks|aantal|waarde|bedrag|totaal|order|hoeveelheid|"
    r"number of \w+|^number$|(?:the|right|exact|correct) number)\b|\d"
)
COMPOUND = re.compile(r"\b[a-z]+-[a-z-]+\b")
OF_SOMETHING = re.compile(
    r"\bof (?:my|his|her|our|their|the) (?!\w+ (?:shares?|stock|position|holding|order|trade))(?P<thing>.+)"
)
LABELLED_OF = re.compile(
    r"(?:\b(?:an?|the|my|his|her|its|with|plus|at|minus|including|after)\s+(?:[a-z]+ ){0,2}?|"
    r"^\W*)(?P<noun>[a-z]+)\s+of\s+"
    r"(?:about |around |roughly )?$"
)
OF_THIS = re.compile(
    r"\A(?:order|trade|request|quantity|amount|value|worth|total|sum|purchase|sale|investment|deal|cost|"
    r"consideration|"
    r"transaction|estimate|position|stake|holding|package|block|batch|lot|parcel|couple|size|notional|price|max|"
    r"maximum|minimum|tune|order|buying|selling|disposal|acquisition|instead|region|excess|outlay|exposure|"
    r"allocation|"
    r"spend|ticket|principal|nominal|number)\Z"
)
LABEL = re.compile(
    r"\b(?:fees?|tax(?:es)?|commissions?|charges?|salary|income|bonus|wages?|dividends?|premium|profit|loss|"
    r"gain|rent|"
    r"mortgage|loan|debt|phone|telephone|tel|mobile|fax|account|iban|ref(?:erence)?|id|badge|employee|staff|"
    r"room|desk|"
    r"floor|extension|ext|age|aged|strike|target|stop(?: loss)?|trigger|savings?|deposit|market cap\w*|revenue|"
    r"turnover|"
    r"net worth|pin|code|zip|postcode|ticket|invoice|case|loon|salaris|telefoon|rekening)"
    r"(?:\s+(?:number|no\.?|nr\.?|price|level|at|of|is|was|are|about|around))*\s*[:#=]?\s*$"
)
# "Customer number 88123": a number that is called one, of something.
NUMBER_OF = re.compile(
    r"\b(?!(?:the|my|a|this|that|our|of|right|correct|exact|total|and|is)\b)[a-z]+ (?:number|no\.?|nr\.?|id|code)"
    r"\s*(?:is|:|=|#)?\s*$"
)
# "My flatmate is buying": somebody of the person's does it.
POSSESSED_ACTS = re.compile(
    r"^\W*(?:(?:and|so|well|also|but)\s+)?(?:my|our|mijn)\s+(?P<noun>\w+(?:\s\w+)?)\s+"
    r"(?:is|are|was|will|would|wants|plans|intends|likes|needs|hopes|wil)\b"
)
# What an amount recurs at or is called behind it: "300 shares a year", "10 euros in fees".
LABEL_AFTER = re.compile(
    r"\s*(?:\w+\s+)?(?:(?:a|per|each|every) (?:day|week|month|quarter|year|annum)\b|"
    r"(?:in|of|as) (?:an? )?(?:fees?|tax(?:es)?|commissions?|dividends?|charges?|salary|rent|savings|cash|costs?)\b|"
    r"(?:fees?|commission|salary|tax|dividend|bonus|deposit|net|gross|(?:before|after) tax)\b|"
    r"(?:is |as )?(?:the|my|our) (?:limit|threshold|maximum|minimum|cap)\b)"
)
NO_TRADE_SUBJECT = re.compile(
    r"\b(?:i|we)(?:'ve| have) been "
    r"(?!thinking|planning|hoping|wanting|considering|looking|meaning|wondering)|"
    r"^\W*plus\s+$|\bthere(?:'s| is| are| were)\b|\b(?:lot|contract|tick) size\b"
)
BOUND = re.compile(
    r"\b(?:(?<!adds )(?<!add )up to|at most|at least|no more than|not more than|no less than|less than|"
    r"fewer than|more than|"
    r"max(?:imum)?\.?(?: of)?|min(?:imum)?\.?(?: of)?|(?<!just )(?<!slightly )(?<!little )(?<!bit )(?<!well )"
    r"(?:under|over|above|below)|beyond|exceed\w*|hoogstens|minstens|maximaal|minimaal)\s*(?:about )?$"
)
# "for my son's wedding" is a reason, and "her" or "their" in "sell their shares" is the company's.
MY_PERSONS_REASON = re.compile(
    rf"\b(?:for|because of|with) (?:my|our) (?:\w+ )?{PERSONS}'s\b|\b(?:buy|sell|selling|buying) their\b"
)
