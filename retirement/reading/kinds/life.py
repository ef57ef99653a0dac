"""Kinds of facts about how a person wants to live: table rows, most telling first."""

from __future__ import annotations

from retirement.checklist import Topic
from retirement.reading.kinds.rows import DECISIVE, HINT, USUAL, kinds

LIFESTYLE = kinds(
    Topic.LIFESTYLE_PURPOSE,
    (
        "partner_agreement",
        "what your partner wants",
        DECISIVE,
        r"\b(?:wife|husband|spouse|partner|she|he)\b (?:\w+ )?(?:wants|plans|would like|prefers|refuses) (?:me |us )?"
        r"(?:to (?:keep|stay|move|quit|retire|stop|travel|work|sell) ?\w*).*",
    ),
    (
        "learning",
        "learning",
        DECISIVE,
        r"\b(?:pilot'?s|captain'?s|teaching|real estate)? ?licen[sc]e\b|\bcertificat\w*|\bfinish (?:my|a|"
        r"the) (?:degree|book|novel|license|project)\b|\bmaster'?s\b",
    ),
    (
        "social_life",
        "friends and company",
        DECISIVE,
        r"\b(?:my|our|all my|of my|old|new|more) (?:\w+ )?friends\b(?: \S+){0,4}? (?:moved|gone|died|away|live|here|"
        r"retired)|\breunions?\b|\bdate nights?\b",
    ),
    (
        "retirement_vision",
        "how you picture your days",
        DECISIVE,
        r"\b(?:relax|naps?|hammock|porch|do nothing|watch (?:tv|sports|the sunset)|run for (?:office|mayor|"
        r"city council)|foster|podcast|something (?:meaningful|different|new|useful))\b",
    ),
    (
        "social_life",
        "friends and company",
        DECISIVE,
        r"\blos(?:e|ing) touch\b|\b(?:see|miss|be around) people\b|\bcompany of\b",
    ),
    (
        "partner_agreement",
        "what your partner wants",
        DECISIVE,
        r"\b(?:husband|wife|spouse|partner|we)\b(?: \S+){0,3}? (?:never|haven'?t|don'?t|not)(?: \w+)? (?:talk\w*|"
        r"discuss\w*|agree\w*|sat down)\b|\b(?:husband|wife|partner|spouse) and i (?:want|both|like|have different|"
        r"argue|disagree)",
    ),
    (
        "purpose",
        "what gives your days a purpose",
        DECISIVE,
        r"\bfill (?:my|our|the|up) (?:days?|time|hours|week)\b|\btoo much (?:free )?time\b|\bmake a difference\b|"
        r"\bfeel (?:needed|useful|productive)\b|\bsecond act\b",
    ),
    (
        "social_life",
        "friends and company",
        DECISIVE,
        r"\bmak(?:e|ing) (?:new |some )?friends\b|\bmeet(?:ing)? (?:new )?people\b|\bhappy hour\b|\bpoker\b|"
        r"\bcoffee with\b|\bgirlfriends\b|\bthe guys\b",
    ),
    (
        "hobbies",
        "hobbies",
        DECISIVE,
        r"\b(?:go|goes|going|love|like|take) (?:to )?(?:dancing|bowling|camping|shopping|thrifting|antiquing|"
        r"antiques|movies|concerts|fishing|flying|surfing|diving)\b|\b(?:workshop|garage band|greenhouse|puzzles|"
        r"card games|scuba|rv club|flying lessons)\b",
    ),
    (
        "phased_retirement",
        "how you want to stop",
        DECISIVE,
        r"\b(?:don'?t|not|never) (?:\w+ )?(?:want|ready|going) to (?:quit|stop|retire|give it up) (?:completely|"
        r"entirely|all at once|cold|altogether|yet|fully)\b|\b(?:like|enjoy) my (?:job|work)\b|\bfour[- ]day week\b|"
        r"\bstay(?:ing)? on (?:a few|as|two|three)\b",
    ),
    (
        "volunteering",
        "volunteering",
        DECISIVE,
        r"\bteach(?:ing)? (?:english|sunday|kids|adults|reading|immigrants|a class|abroad|at)\b",
    ),
    (
        "volunteering",
        "volunteering",
        DECISIVE,
        r"\bhelp(?:ing)? out at\b|\bhelp(?:ing)? (?:other people|others|the community|vets|veterans|refugees|"
        r"kids read)\b|\bcommunity (?:service|theater|garden)\b|\bboard of\b",
    ),
    (
        "purpose",
        "what gives your days a purpose",
        DECISIVE,
        r"\b(?:don'?t|no idea|not sure|never)(?: \w+)? (?:know )?what (?:i'?d|i would|i'?ll|to) do (?:all day|with|"
        r"once|when|after|every)\b|\bneed (?:a hobby|something to do|a reason|to keep)\b|\bsomething to (?:do|"
        r"get up for|look forward to)\b|\bday in(?:,)? day out\b",
    ),
    (
        "retirement_vision",
        "how you picture your days",
        DECISIVE,
        r"\b(?:start|open|run) (?:a|my own|up a) (?:small |little )?(?:business|bakery|shop|cafe|brewery|b&b|"
        r"bed and breakfast|store|studio|farm stand|nonprofit|blog|podcast)\b",
    ),
    (
        "hobbies",
        "hobbies",
        DECISIVE,
        r"\b(?:play(?:s|ing)? (?:in a|the|guitar|piano|drums|cards|bridge|chess|trumpet|saxophone|mahjong|poker|"
        r"music))\b|\bbluegrass\b|\bcollect(?:ing)? (?:stamps|coins|cars|records)\b|\b(?:ham radio|beekeeping|"
        r"bee keeping|rebuild\w*|old cars|mustang|cribbage|crossword\w*|scrapbook\w*|ceramics|karaoke|videogames|"
        r"video games|beehives|orchids|vegetable)\b",
    ),
    (
        "travel",
        "travel",
        DECISIVE,
        r"\b(?:weeks?|months?|summers?|winters?) in (?:italy|france|spain|europe|greece|mexico|hawaii|ireland|japan|"
        r"paris)\b|\bpassport\b|\bdrive (?:across|around|cross)|\bamtrak\b|\bnational parks?\b|\bsee the (?:country|"
        r"world)\b",
    ),
    (
        "travel",
        "travel",
        DECISIVE,
        r"\btravel\w*|\btrips?\b|\bcruis\w*|\b(?:see|visit|explore|tour) (?:\w+ ){0,2}?(?:world|europe|national parks|"
        r"italy|asia|africa|australia|alaska|japan|france|country|ireland|all 50)\b|\brv(?:ing)?\b|\bbackpack\w*|"
        r"\bvacations?\b|"
        r"\bcamper\b|\bmotorhome\b|\broad trip\w*",
    ),
    (
        "bucket_list",
        "your bucket list",
        DECISIVE,
        r"\bbucket[- ]list\b|\b(?:life-?long|always had a) dream\b|\bdream of\b|\balways wanted to\b",
    ),
    (
        "volunteering",
        "volunteering",
        DECISIVE,
        r"\bvolunteer\w*|\bgiv(?:e|ing) back\b|\bcharity work\b|\bhabitat for humanity\b|\bmentor\w*|\bfood (?:bank|"
        r"pantry)\b|"
        r"\b(?:animal|homeless) shelter\b|\bhospice visit\w*|\b(?:rotary|lions|kiwanis|scouts?|peace corps|"
        r"meals on wheels)\b|"
        r"\bcoach(?:ing)?\b|\btutor\w*|\bnon-?profit board\b|\bserve on (?:a|the) board\b",
    ),
    (
        "learning",
        "learning",
        DECISIVE,
        r"\b(?:go|going) back to (?:school|college)\b|\b(?:take|taking|audit) (?:some |a few )?(?:\w+ )?(?:class|"
        r"classes|courses|"
        r"lessons)\b|\blearn(?:ing)? (?:to |how to |a |an |the |new |some )?\w+|\b(?:a|my|the) (?:\w+ ){0,2}degree\b|"
        r"\bstudy(?:ing)?\b|\b(?:piano|guitar|spanish|french|language) (?:lessons|classes?)?\b",
    ),
    (
        "phased_retirement",
        "how you want to stop",
        DECISIVE,
        r"\bphas(?:e|ed|ing)\b|\b(?:slow(?:ing|ly)?|scal(?:e|ing)|cut(?:ting)?|wind(?:ing)?|dial(?:ing)?|"
        r"step(?:ping)?|eas(?:e|ing))"
        r" (?:down|back|out|into|off)\b|\bcold turkey\b|\bgradual\w*|\bsemi-?retire\w*|\breduc\w* (?:my |"
        r"our )?hours\b|"
        r"\bsabbatical\b|\bkeep working\b(?: \w+){0,3}? (?:love|enjoy|because)",
    ),
    (
        "partner_agreement",
        "what your partner wants",
        DECISIVE,
        r"\b(?:wife|husband|spouse|partner|we|she|he)\b(?: \S+){0,6}? (?:don'?t|dont|doesn'?t|didn'?t|can'?t|not|"
        r"never|disagree\w*) ?"
        r"(?:\w+ )?(?:agree|on the same page|see eye to eye|talked|discussed|want the same)\w*|\bdisagree\w*|"
        r"\bdriv(?:e|ing) each "
        r"other\b|\bon the same page\b|\bsee eye to eye\b|\b(?:wife|husband|spouse|partner|she|"
        r"he)\b(?: \w+){0,2}? (?:wants|would "
        r"rather|prefers|is not ready|isn'?t ready|insists|loves)\b|\btogether (?:all day|24/7)\b|\bunder (?:her|his|"
        r"my) feet\b",
    ),
    (
        "family_time",
        "time with family",
        DECISIVE,
        r"\b(?:time|summers?|days|weekends?|holidays) with (?:\w+ ){0,3}?(?:grand\w+|kids|family|children|wife|"
        r"husband|daughter|"
        r"son|loved ones)|\bbabysit\w*|\bwatch(?:ing)? (?:\w+ )?(?:the |our |my )?grand\w+|"
        r"\b(?:good|great|better|present|involved) (?:\w+ )?grand(?:pa|ma|father|mother|parent)s?\b|\bgrand(?:kids|"
        r"children|"
        r"babies|daughters?|sons?|baby|child)\b",
    ),
    (
        "purpose",
        "what gives your days a purpose",
        DECISIVE,
        r"\b(?:bored|boredom|boring|purpose|meaning(?:ful)?|identity|feel(?:ing)? useful|useless|sit(?:ting)? around|"
        r"restless|go crazy|"
        r"stir crazy|lost without|who i am without|fill (?:my|the|our) (?:days|time)|do with (?:myself|my time|"
        r"all (?:that|the|my))|"
        r"reason to get up|structure|routine|legacy project|rocking chair|keep busy|stay busy|stay(?:ing)? active|"
        r"miss (?:work|working|my job|my coworkers|the structure))\b|\blove my (?:job|work)\b|\bhate my job\b|"
        r"\bburn(?:ed|t) out\b|"
        r"\bwork is (?:my|who)\b",
    ),
    (
        "social_life",
        "friends and company",
        DECISIVE,
        r"\b(?:friends?|friendships?|lonel\w*|isolat\w*|social (?:life|circle|network|club)s?|socially|companionship|"
        r"club|"
        r"community center|dating|bridge club|poker night|book club|card group|neighbors)\b",
    ),
    (
        "faith",
        "faith",
        DECISIVE,
        r"\b(?:church|choir|faith|bible study|synagogue|mosque|temple|parish|ministry|mission trips?|missionary)\b",
    ),
    (
        "fitness",
        "keeping fit",
        DECISIVE,
        r"\b(?:gym|exercis\w*|work(?:ing)? out|yoga|pilates|run(?:ning)? (?:\w+ )?(?:marathons?|5k)|marathons?|"
        r"hik(?:e|es|ing)|"
        r"bik(?:e|es|ing)|cycling|swim\w*|tennis|pickleball|ski(?:ing|s)?|walk(?:ing)? (?:every|daily|the dog)|"
        r"fitness|jog\w*)\b",
    ),
    (
        "hobbies",
        "hobbies",
        DECISIVE,
        r"\b(?:golf\w*|fish(?:ing)?|garden\w*|paint(?:ing)?|wood-?work\w*|read(?:ing)? more|quilt\w*|knit\w*|"
        r"photograph\w*|hunt(?:ing)?|"
        r"sail(?:ing)?|boat(?:ing)?|kayak\w*|hobb(?:y|ies)|music|band|writ(?:e|ing) (?:a |my |the )?(?:\w+ )?(?:book|"
        r"novel|memoirs?|"
        r"poetry)|cook(?:ing)?|restor\w* (?:\w+ )?(?:cars?|furniture)|motorcycles?|classic cars?|horses?|bees?|"
        r"birding|bird ?watch\w*|"
        r"genealogy|pottery|sew(?:ing)?|crafts?|chess|dancing|dance|art|theater|tinker\w*|workshop|model trains|"
        r""
        r"harley|ballroom|astronomy|brew\w*|baking)\b",
    ),
    (
        "retirement_vision",
        "how you picture your days",
        USUAL,
        r"\b(?:picture|imagine|envision|ideal (?:day|retirement)|perfect (?:day|retirement)|relax\w*|enjoy (?:life|"
        r"myself|ourselves)|"
        r"slow(?:er)? (?:pace|mornings?)|sleep in|simple life|peace and quiet|start (?:a|my own|"
        r"an) (?:\w+ )?(?:business|nonprofit|company|"
        r"shop|bakery)|free time|adventure|alarm clock|take it easy|have fun|happy|freedom)\b",
    ),
    (
        "lifestyle_note",
        "how you want to live",
        HINT,
        r"\b(?:enjoy|fun|love to|dream|hours a day|spend (?:my|our) (?:time|days)|weekends|passion|lifestyle|days)\b",
    ),
)
