"""Kinds of facts about income, savings and spending: table rows, most telling first."""

from __future__ import annotations

from retirement.checklist import Topic
from retirement.reading.kinds.rows import DECISIVE, HINT, USUAL, kinds

INCOME = kinds(
    Topic.INCOME_CASH_FLOW,
    (
        "debts",
        "debts",
        DECISIVE,
        r"\b(?:visa|mastercard|amex|discover)\b|\bowe (?:nobody|nothing|anyone)\b|\bno debts?\b|\bcars? (?:is|"
        r"are) paid\b|\bbankrupt\w*|\bcollections\b",
    ),
    (
        "employment_income",
        "what you earn",
        DECISIVE,
        r"\bi (?:currently |now )?(?:drive|manage|sell|fix|build|clean|farm|nurse|supervise|"
        r"deliver)\b(?: \S+){0,5}? {money}|\bjob pays\b|\b{money}(?: an? (?:hour|year)| per year|"
        r" annually)(?: (?:before|after) taxes)?$",
    ),
    (
        "other_income",
        "other income",
        DECISIVE,
        r"\b(?:royalt\w*|oil lease|mineral rights|farm income|land lease|workers'? comp|unemployment (?:benefits|"
        r"checks?))\b",
    ),
    (
        "social_security_claiming",
        "when you want to claim Social Security",
        DECISIVE,
        r"\b(?:draw\w*|claim\w*|fil(?:e|ing)|collect\w*)(?: it| benefits)? (?:at|until|by|when i'?m) (?:age )?{age}",
    ),
    (
        "retirement_savings",
        "your retirement savings",
        DECISIVE,
        r"\b(?:much|anything|nothing|little|enough|a bit|money) (?:\w+ )?(?:put|set|socked|stashed|tucked) (?:away|"
        r"aside)\b|\bdeferred comp\w*|\bcash balance\b|\b{money} (?:in|sitting in|invested in) (?:my|our|the|a|"
        r"various)\b|\b(?:401 ?\(?k\)?|403 ?\(?b\)?|tsp) (?:is|has|sits|balance)\b",
    ),
    (
        "spending",
        "what you spend",
        DECISIVE,
        r"\b(?:go|goes|run|runs|burn|burns|blow) through (?:about |around |maybe )?{money}|\bpaycheck to paycheck\b|"
        r"\b(?:within|below|beyond) our means\b|\bmonthly nut\b|\b(?:money|things|finances|budget) (?:is|are|"
        r"gets) tight\b|\b(?:food|groceries|utilities|everything)\b(?: \S+){0,8}? {money} ?(?:{month})",
    ),
    (
        "part_time_work",
        "work after retiring",
        DECISIVE,
        r"\b(?:etsy|ebay|sell(?:ing)? stuff|side (?:money|income|work)|extra (?:money|cash|income)|odd job\w*|"
        r"pick up shifts|per diem)\b",
    ),
    (
        "employment_income",
        "what you earn",
        DECISIVE,
        r"\b(?:still working|working full[- ]time|my (?:job|pay|paycheck|employer) (?:pays|is)|full[- ]time (?:job|"
        r"work))\b|\bkeep working\b",
    ),
    (
        "target_retirement_age",
        "when you want to retire",
        DECISIVE,
        r"\b(?:retire|quit|stop working) (?:tomorrow|today|now|when|once|together|first|the (?:day|minute)|after)\b|"
        r"\bwork (?:\w+ )?(?:two|three|four|five|a few|a couple(?: of)?|\d+) more\b|\b(?:can'?t|could|can|never|"
        r"don'?t know if i can)(?: \w+)? afford to (?:retire|stop|quit)",
    ),
    (
        "pension",
        "the pension",
        DECISIVE,
        r"\b(?:navy|army|air force|marine|police|fire|postal|city|county|state|federal|government|"
        r"teachers?'?) retirement\b",
    ),
    (
        "target_retirement_age",
        "when you want to retire",
        DECISIVE,
        r"\b\d+ more (?:years|yrs|months)\b(?! of (?:payments|mortgage))|\bdone working\b|\bwork (?:forever|"
        r"till i drop|as long as)\b",
    ),
    (
        "family_support",
        "family that you support",
        DECISIVE,
        r"\b(?:pay(?:ing|s)?|cover(?:ing)?|support(?:ing)?)(?: for)? (?:my|our) (?:\w+ )?(?:sons?|daughters?|kids?|"
        r"mother|mom|dad|parents|grand\w+)'?s? (?:rent|bills|car|phone|loans?|expenses|insurance)\b|\bbank of mom\b|"
        r"\bboomerang\b",
    ),
    (
        "target_retirement_age",
        "when you want to retire",
        DECISIVE,
        r"\b(?:forced out|pushed out|out of (?:the|here|work)\b|walk away|step away|pull the plug|punch out|"
        r"done with (?:work|the|my)|last day|leav(?:e|ing)|finish(?:ed)?|give (?:up )?work|exit|hand in my notice|"
        r"give notice)\b(?: \S+){0,9}? (?:{age}|20\d\d)(?!\w)",
    ),
    (
        "target_retirement_age",
        "when you want to retire",
        DECISIVE,
        r"^(?!.*\b(?:mortgage|loan|house)\b).*\b(?:early retirement|buy-?out (?:offer|package)?|severance|"
        r"\d+ (?:more )?(?:years?|yrs?|"
        r"months) (?:left )?(?:of work|to work|to go|left)|(?:one|two|three|four|five|six|seven|eight|ten|"
        r"couple) (?:of )?(?:more )?years (?:of work|to go|left at work)|work (?:until|till|til) (?:i|they|my)|"
        r"{age} (?:for|as my|is (?:my|when)) (?:retir|target|goal|number|date))\w*|\b(?:retirement|"
        r"retire)\b(?: \w+){0,3}? (?:maybe |around )?{age} or\b|\b{age} or {age}\b(?: \w+){0,2}? retir\w*",
    ),
    (
        "other_income",
        "other income",
        USUAL,
        r"\b(?:get|gets|receive|receives|collect|collects|draw|draws|brings?(?: in)?|"
        r"(?<!\bi )(?<!\bwe )pays?(?: me| us)?|coming in|"
        r"comes in|stipend|royalt\w*|dividends?)\b(?: \S+){0,6}? {money}(?: \S+){0,5}? ?(?:{month})",
    ),
    (
        "employment_income",
        "what you earn",
        DECISIVE,
        r"\b(?:bring|brings|take|takes) home\b|\bafter taxes\b|\b(?:overtime|commissions?|hourly|an hour)\b|"
        r"\bi (?:run|own) (?:a|my|an) (?:\w+ ){0,2}(?:business|company|shop|firm|practice|store|farm)\b",
    ),
    (
        "part_time_work",
        "work after retiring",
        DECISIVE,
        r"\b(?:uber|lyft|doordash|gig work|odd jobs|seasonal work|handyman|adjunct)\b",
    ),
    (
        "retirement_savings",
        "your retirement savings",
        DECISIVE,
        r"\b(?:got|have|has|had|there'?s|with|total of|sitting on|"
        r"worth)\b(?: \w+){0,3}? {money}(?: \S+){0,6}? (?:401 ?\(?k\)?s?|403 ?\(?b\)?|457|tsp|savings|retirement|"
        r"investments?|nest egg|portfolio|vanguard|fidelity|schwab|accounts|saved|invested|put away)\b",
    ),
    (
        "retirement_savings",
        "your retirement savings",
        USUAL,
        r"\b(?:start(?:ed|ing)? saving|haven'?t saved|behind on (?:my |our )?(?:saving|retirement)\w*|"
        r"saved (?:\w+ )?(?:enough|nothing|little|well)|net worth|(?:fidelity|vanguard|schwab|edward jones|"
        r"merrill) (?:account|accounts))\b",
    ),
    (
        "target_retirement_age",
        "when you want to retire",
        DECISIVE,
        r"\b(?:retir\w*|stop(?:ping)? work(?:ing)?|quit(?:ting)?(?: work(?:ing)?)?|(?:be|being) done(?: working|"
        r" with work)?|"
        r"leav(?:e|ing) work|hang (?:it|them) up|work(?:ing)?|call it quits|stop|finish work\w*|out the door|"
        r"go(?:ing)? out)"
        r"(?: \w+){0,4}? (?:at|by|until|till|til|between|around|about|before|turn(?:ing)?|hit|reach|age|in my|"
        r"when i'?m|when i am|to) (?:age )?(?:about |around |maybe |like )?{age}(?!\w)(?! ?hours)",
    ),
    (
        "target_retirement_age",
        "when you want to retire",
        DECISIVE,
        r"\b(?:retir(?:e|ing)|retirement|stop working|quit working|last day|leave my job|"
        r"done working)\b(?: \w+){0,4}? "
        r"(?:in (?:about )?(?:20\d\d|(?:\d+|a|one|two|three|four|five|six|seven|eight|ten|a couple of|a few) "
        r"(?:more )?(?:years?|months?))|next (?:year|spring|summer|fall|june|july|january|december|\w+)|"
        r"this (?:year|spring|summer|fall|december)|(?:january|june|december) 20\d\d|soon|asap|early|20\d\d)",
    ),
    (
        "target_retirement_age",
        "when you want to retire",
        DECISIVE,
        r"\bretirement (?:age|date)(?: is| of| would be|:)?(?: \w+){0,3}? (?:{age}|20\d\d)|"
        r"\b(?:already|fully|semi-?|recently|just|been|am|i'?m|is|forced to be) ?retired\b|"
        r"\bretired (?:last|in|at|since|early|two|three|from)\b|\b{i} retired\b|"
        r"\b\d+ (?:more )?(?:years|months) (?:left )?(?:until|to|from|before) retir\w*|\bnever (?:plan to )?retire\b",
    ),
    (
        "social_security_claiming",
        "when you want to claim Social Security",
        DECISIVE,
        r"\b(?:claim\w*|tak(?:e|ing|en)|took|fil(?:e|ed|ing) for|start\w*|draw\w*|collect\w*|delay\w*|wait\w*|"
        r"hold off|"
        r"defer\w*|put off|postpon\w*|appl(?:y|ied)|began|begin|get|getting|turn(?:ed)? on|receiv\w*|on)\b"
        r"(?: \w+){0,5}? (?:social security|soc(?:ial)? sec|ss|ssa|ss benefits?)\b(?!di)|"
        r"\b(?:social security|ss|benefits?)\b(?: \w+){0,6}? (?:at|until|till|til) (?:age )?(?:6[2-9]|70)\b|"
        r"\bwait\w*(?: \w+){0,3}? (?:full retirement age|fra|70)\b|\bclaim\w*(?: \w+){0,3}? (?:at|until|til|early|"
        r"late)\b",
    ),
    (
        "social_security_benefit",
        "your Social Security benefit",
        DECISIVE,
        r"\b(?:social security|soc(?:ial)? sec|ss|ssa|ssdi|benefit)\b(?: \w+){0,8}? {money}(?= |$|\b)(?!\d)|"
        r"{money}(?: \w+){0,4}? (?:from|in|of) (?:social security|ss)\b|\bssa statement\b|\bspousal benefits?\b|"
        r"\bsurvivors? benefits?\b|\bssdi\b|\b(?:windfall|wep|gpo)\b",
    ),
    (
        "pension",
        "the pension",
        DECISIVE,
        r"\bpensions?\b|\bdefined benefit\b|\b(?:calpers|calstrs|fers|csrs|opers|trs|psers|nyslrs)\b|"
        r"\b(?:military|railroad|union|teachers?'?) retirement\b|\blump sum\b(?! inherit)",
    ),
    (
        "veterans_benefits",
        "veterans' benefits",
        DECISIVE,
        r"\bva disability\b|\bveterans? (?:benefits?|disability)\b|\bdisability (?:check|income|benefits?|"
        r"payments?)\b",
    ),
    ("annuity", "the annuity", DECISIVE, r"\bannuit(?:y|ies)\b|\bspia\b|\bqlac\b|\bmyga\b"),
    (
        "rental_income",
        "rental income",
        DECISIVE,
        r"\brental (?:income|propert(?:y|ies)|house|unit|duplex)s?\b|\b(?:duplex|triplex|fourplex|tenants?|airbnb)\b|"
        r"\brents? (?:out )?(?:a |the |our |my )?(?:basement|room|upstairs|house|unit)\b|\b(?:a|be|being|"
        r"as) landlords?\b|"
        r"\brentals\b(?!.*car)",
    ),
    (
        "retirement_savings",
        "your retirement savings",
        USUAL,
        r"\b(?:401 ?\(?k\)?s?|403 ?\(?b\)?|457 ?\(?b\)?|tsp|thrift savings|iras?|sep|simple ira|nest egg|"
        r"retirement (?:accounts?|savings|funds?|plan)|investments?|portfolio|savings|saved(?: up)?|put away|"
        r"socked away|"
        r"invested)\b(?: \S+){0,6}? {money}|"
        r"{money}(?: \S+){0,5}? (?:in|into|between|across|from|of)(?: \S+){0,4}? (?:401 ?\(?k\)?s?|403 ?\(?b\)?|457|"
        r"tsp|"
        r"iras?|sep|savings?|retirement|investments?|nest egg|portfolio|funds?|stocks?|brokerage|accounts?)|"
        r"{money} (?:saved|invested|put away|socked away|stashed)|\b(?:401 ?\(?k\)?s?|403 ?\(?b\)?|tsp|nest egg)\b|"
        r"\b(?:haven'?t|not|no|don'?t have(?: \w+)?|little|enough) (?:\w+ )?(?:sav(?:ed|ings)|nest egg)\b",
    ),
    (
        "savings_rate",
        "how much you save",
        DECISIVE,
        r"\b(?:sav(?:e|ing)|contribut\w*|put(?:ting)?|max(?:ing|ed)?(?: out)?|defer\w*)\b(?: \S+){0,5}? "
        r"(?:\d+(?:\.\d+)? ?(?:%|percent)|the max\w*|{money} ?(?:{month})|catch-?up|employer match|company match)|"
        r"\bcatch-?up contributions?\b|\bmax(?:ing|ed)? out\b(?! .*(?:card|hsa))|\b(?:employer|company) match\w*|"
        r"\bsaving (?:about |around )?{money}",
    ),
    (
        "employment_income",
        "what you earn",
        DECISIVE,
        r"\b(?:salary|wages?|paychecks?|take-?home|earnings?|gross income|household income|combined income|"
        r"bonus(?:es)?)\b|"
        r"\b{i} (?:currently |now |still )?(?:make|makes|earn|earns|bring in|brings in|brings home|gross)\b"
        r"(?: \w+){0,3}? {money}|\b(?:self-?employed|own (?:a|my own|our own) (?:\w+ )?(?:business|company|practice|"
        r"shop))|"
        r"\bwork(?:s|ing)? (?:full[- ]time|for (?:the|a)|as an?|at an?)\b|\bi'?m an? (?:teacher|nurse|engineer|"
        r"electrician|accountant|lawyer|plumber|manager|contractor|truck driver|firefighter|police officer|realtor)\b|"
        r"\b(?:laid off|lost my job|unemployed|between jobs)\b|^make (?:about |around )?{money}",
    ),
    (
        "part_time_work",
        "work after retiring",
        DECISIVE,
        r"\bpart[- ]time\b|\bconsult(?:ing)?\b|\bside (?:gig|hustle|job|business)\b|\b(?:freelanc\w*|"
        r"substitute teach\w*)|"
        r"\bdriv(?:e|ing) for (?:uber|lyft)\b|\b(?:seasonal|bridge|encore) (?:job|work|career)\b|\ba few (?:days|"
        r"hours) a week\b|"
        r"\bgo back to work\b",
    ),
    (
        "spending",
        "what you spend",
        DECISIVE,
        r"\b(?:spend\w*|live on|get by on|expenses|budget|bills|cost of living|outgo\w*|need (?:about |around |"
        r"at least )?"
        r"{money} (?:{month}))\b(?: \w+){0,6}? (?:about |around |roughly )?(?:{money})|"
        r"{money}(?: ?(?:{month}))?(?: \w+){0,4}? (?:to live on|expenses|in bills|spending|budget|covers?\b|to live)|"
        r"\b(?:need|want) (?:about |around |at least |roughly )?(?:another )?{money} ?(?:{month})|"
        r"\b(?:our|my|monthly|annual|living) (?:expenses|spending|budget|bills)\b|\b(?:don'?t|no|"
        r"never) (?:\w+ )?budget\b|"
        r"\b\d+ ?(?:%|percent) of (?:our|my)(?: \w+)? (?:income|salary|pay)\b|\blive (?:pretty |very |"
        r"fairly )?frugal\w*",
    ),
    (
        "debts",
        "debts",
        DECISIVE,
        r"\b(?:credit cards?|car (?:loan|payment|note)|auto loan|truck payment|student loans?|parent plus|"
        r"personal loan|"
        r"medical debt|debts?|debt[- ]free)\b|(?<!worth )\bowe\b(?!.*\b(?:house|home|mortgage|tax|taxes|irs|condo)\b)|"
        r"\bowe\b(?: \S+){0,4}? on the (?:car|truck|cards?|boat|rv)",
    ),
    (
        "emergency_fund",
        "your reserve",
        DECISIVE,
        r"\b(?:emergency|rainy[- ]day) (?:fund|savings|money)\b|\bcash (?:reserve|cushion|buffer)\b|"
        r"\b(?:months?|years?)(?:'s?)? (?:of )?(?:worth of )?(?:expenses|living expenses|cash)\b|"
        r"{money}(?: \w+){0,3}? (?:savings account|in savings|in the bank|in cash|money market|in checking)",
    ),
    (
        "alimony_support",
        "support paid or received",
        DECISIVE,
        r"\balimony\b|\bchild support\b|\bspousal support\b|\bsupport(?:ing)? (?:my|our) (?:adult|grown|"
        r"unemployed) (?:son|daughter|kids?|child(?:ren)?)\b",
    ),
    (
        "expected_inheritance",
        "an inheritance you expect",
        DECISIVE,
        r"\b(?:expect\w*|i'?ll|we'?ll|will|going to|gonna|might|may|should|stand to|"
        r"come into) (?:to )?(?:get |receive |"
        r"come into )?"
        r"(?:an? )?(?:\w+ )?inherit(?:ance)?\b|\bselling (?:my|our|the) business\b|\binherited (?:about |"
        r"around )?{money}",
    ),
    (
        "financial_adviser",
        "who advises you",
        USUAL,
        r"\b(?:financial|investment|money) (?:advis[eo]r|planner|manager|guy)\b|\bfiduciary\b",
    ),
    (
        "social_security_claiming",
        "when you want to claim Social Security",
        USUAL,
        r"\bsocial security\b|\bsoc sec\b|\bfull retirement age\b|\bfra\b|\bssa\b",
    ),
    ("target_retirement_age", "when you want to retire", HINT, r"\bretir(?:e|ing)\b"),
    (
        "cash_flow_concern",
        "income and cash flow",
        HINT,
        r"\b(?:income|cash ?flow|make ends meet|pay the bills|paycheck|afford to (?:retire|stop|quit)|earn\w*|money|"
        r"dividends?|royalties|financially|savings?|bills)\b",
    ),
)
