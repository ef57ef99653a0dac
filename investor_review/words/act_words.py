"""The words by which an investor accepts, instructs, confirms, rejects, leaves, reopens or asks: tables only."""

from __future__ import annotations

import re

from wording.amounts import UNITS, words

# The words of acts in which a slip of one letter is put right; none is one letter from another word of contracts.
ACT_WORDS = words(
    """accept accepts accepted accepting approve approves approved approving agreed agree agrees rejects declines
    reject rejected rejecting decline declined confirm confirms confirmed confirming resolve resolved
    resolving reopen reopened suggestion suggestions suggested ignore ignored except please everything
    finished settled settles settle pleased"""
)
PLEASE = (
    r"(?:please |pls |kindly |just |also |then |now |so |well |ok(?:ay)?,? |yes,? |yeah,? |sure,? |and |but |"
    r"actually,? |no,? )*"
)
REQUEST = re.compile(
    r"^\s*(?:(?:can|could|would|will) (?:you|we)|(?:i'd|i would|we'd|we would) (?:like|want|prefer|love)|"
    r"do you mind|would it be possible|let's|lets|let us|i want|we want|i need)\b"
)
QUESTION_START = re.compile(
    rf"^\s*{PLEASE}(?:what|why|how|when|where|who|whose|which|(?:is|are)(?! (?:ok|okay|good|fine|agreed|accepted|"
    rf"perfect|resolved|clear)\b)|was|were|does|do you|did|has|have you|"
    rf"have we|have they|should|"
    r"shall|may i|would that|would it|would this|tell me|give me|read me|list |compare |quote |cite |explain|"
    r"show me|remind me|can i|could i|am i|any idea|"
    r"walk me|help me|summari[sz]e|i wonder|wondering|not sure (?:what|why|how|if|whether)|"
    r"i(?:'d| would)? (?:like|want) to (?:know|see|understand|read|hear)|i don'?t (?:understand|follow|see why)|"
    r"what's)\b"
)
UNDECIDED = re.compile(
    r"\b(?:need (?:\w+ )?(?:more|some|a bit|extra) (?:\w+ )?(?:time|information|info|details?|thought)|(?:more|"
    r"some) time|"
    r"(?:lawyers?|counsel|colleagues?|partners?|company|team|board|he|she|they|boss|landlord|startup|founders?|"
    r"supplier|issuer|borrower|cfo|ceo|people|adviser|advisor) (?:also )?(?:thinks?|says?|said|believes?|feels?|"
    r"claims?|argues?|told)|"
    r"reserve (?:my|our|the) (?:position|rights?|judge?ment)|will revert|"
    r"would (?:\w+ )?have (?:accepted|agreed|approved|said|taken|closed)|made? up my mind|sleep on|mull|toying|"
    r"chew on|jury is (?:still )?out|"
    r"might|(?:i|we) may|maybe|perhaps|possibly|not sure|unsure|undecided|on the fence|thinking about|"
    r"think about|"
    r"considering|let me think|need to think|"
    r"get back to|come back to|will (?:decide|see|check|look)|i'll (?:decide|see|check|look|ask|think)|"
    r"have to (?:check|ask|think)|need to (?:check|ask|discuss|talk|see|look|read)|"
    r"want to (?:check|ask|discuss|talk|see|look|read|think)|tempted|leaning|hold off|hold on|wait on|not yet|"
    r"don't know|do not know|dunno|no opinion|later|tbd|"
    r"would (?:accept|approve|agree|be (?:ok|okay|fine|happy)|resolve|consider)|could (?:accept|live|agree|"
    r"be (?:ok|okay|fine))|(?:depends|depending) on|pending|subject to|"
    r"before i (?:accept|approve|agree|decide|sign|confirm)|until (?:i|we)|unless|if (?:you|they|we|the|it|that|"
    r"i)|provided|assuming|(?:so|as) long as|on (?:the )?condition|contingent|conditional|in principle|"
    r"only if|once (?:i|we|they|you|the)|when (?:i|we|they))\b"
)
# "No issue with it being low" may leave it as it is or accept a change; with the change named it accepts that.
NO_TROUBLE = re.compile(
    r"\bno (?:issues?|problems?|concerns?|worries)\b(?! (?:leav|keep|skip|ignor|let))"
    r"(?!.*\b(?:suggest|propos|recommend|amend|chang|edit|wording))"
    r"|\b(?:i|we) accept that (?:it|this|they)\b|\bneither\b.*\bnor\b"
    r"|\b(?:no objections?|fine|ok|okay|happy|good|comfortable) (?:to|with|about|that) .*"
    r"\b(?:being|staying|stays|remaining)\b"
)
# Putting the finished papers together decides nothing about an issue.
GENERATING = re.compile(
    r"\b(?:generat|produc|prepar|export|download|send|e-?mail|draft|creat|finali[sz]|print|compil)(?:e|es|ing)?\b"
    r"(?! .{0,40}\b(?:instead|clause saying)).{0,60}\b(?:document|pdf|e-?mail|version|copy|copies|artifacts?|files?|"
    r"package|letter|contract|report)\b|\bwrap(?:ping)? (?:it |this |things )?up\b|"
    r"\b(?:done|finished|through) with (?:my|the|our|this) (?:review|list|reading|document)\b"
)
# "It is not acceptable that they took so long" judges how something is, and decides nothing.
JUDGES = re.compile(
    r"\b(?:it(?: is| was|'s| isn't| wasn't)|(?:find|found|think|consider) it)(?: (?!that\b)[\w'-]+){1,4} "
    r"(?:that|how)\b(?! (?:way|one)\b| ?[.!,]| ?$)"
)
# A name, a colon and a wording of its own: "term: ten years".
WORDED = re.compile(r"^[^:?=]{1,60}(?::|->|=>|→|=)\s*\S+(?: \S+)+$")
# A quantity without a verb is a wording too: "audit rights once a year".
QUANTITY = re.compile(
    rf"\b(?:\d[\d.,]*|{'|'.join(UNITS)}|a|per|each|every)[ -]?(?:%|per ?cent|hours?|days?|weeks?|months?|quarters?|"
    rf"years?|eur|euros?|"
    r"usd|gbp|chf|dollars?|pounds?)(?!\w)|[€$£] ?\d|\b(?:once|twice|daily|weekly|monthly|quarterly|annually|yearly)\b"
)
A_VERB = re.compile(
    r"\b(?:is|are|was|were|be|been|says?|said|has|have|had|does|do|did|will|would|could|states?|seems?|looks?|means?|"
    r"think|thought|read|saw|see|know|wonder|got|gets?)\b|'s (?:a|the|in|on|at|\d)"
)
# What an imperative states: "put 80 percent there", "please to put the name".
STATED = re.compile(
    rf"^\s*{PLEASE}(?:to )?(?:put|write|set|specify|name|state|define|tie|link|require|insert|double|halve|triple|"
    rf"split|"
    r"share|allow|permit|give|grant|provide for|introduce|impose|oblige|bind|prohibit|ban|forbid|exclude|restrict|"
    r"narrow|widen|broaden|clarify|index|align|waive|guarantee|ensure|cap|limit|spell out|lower|raise|reduce|extend|"
    r"shorten|increase|tighten|loosen|soften|strengthen|correct|amend|expand)\b"
    r"(?! (?:it|that|this|them) (?:in|on|back|off|down|aside)\b).{3,}"
)
TO_A_STATUS = re.compile(r"\b(?:to|as) (?:be )?(?:resolved|closed|done|settled|in progress|open|accepted|final)\b")
EXCEPT = re.compile(
    r"\b(?:except(?:ing)?(?: for)?|minus|less the|bar(?:ring)? (?:the|number|issue|#)|with the exception of|"
    r"leaving out|not counting|but for|"
    r"apart from|other than|aside from|besides|excluding|but not|(?<=everything )but|"
    r"(?<=all )but|(?<=of them )but|not including|save for|but leave out)\b"
)
REOPEN = re.compile(
    r"\b(?:should(?:n't| not| never) have (?:been )?(?:accept|agree|approv|clos|confirm|resolv)\w*|"
    r"still (?:\w+ )?(?:wrong|bad|off|unclear|missing|too|unhappy|bothers?|bugs)|"
    r"reconsider|re-?think|look again|re-?discuss|back on the (?:list|table)|reinstate|(?:isn't|aren't|not|"
    r"hasn't been|haven't been) (?:yet |actually |really |at all )?(?:sorted|complete|dealt with|handled)|"
    r"withdraw(?:ing|n|s)? (?:my |our |the |that |this )?(?:acceptance|approval|agreement|confirmation|ok|consent|"
    r"yes)|"
    r"(?:acceptance|approval|agreement|consent|confirmation) .{0,40}(?:withdrawn|revoked|rescinded|cancelled)|"
    r"re-?open|open (?:it|that|this|them|those|these|\w+ \w+|\w+) (?:again|back up|up)|(?:changed?|"
    r"changing) my mind|(?:take|took|taking) (?:[\w'-]+ ){0,4}back|undo|revert|"
    r"back to open|put .{0,40}\bback (?:on|to|as|in)|un-?resolve|un-?do|revisit|not (?:actually |"
    r"really )?(?:resolved|settled|closed|done|fixed|finished)|isn't (?:actually |really )?(?:resolved|settled|"
    r"closed|done|fixed)|"
    r"(?:set|mark|make|move|put|turn|switch|flag) .{0,60}\b(?:as |to |back )?open\b|should (?:not|n't) (?:be|"
    r"have been) (?:resolved|closed)|shouldn't (?:be|have been) (?:resolved|closed|accepted)|"
    r"spoke too soon|second thoughts?|i was wrong (?:about|to)|retract|withdraw my (?:acceptance|approval|"
    r"agreement|confirmation|ok)|cancel my (?:acceptance|approval)|no longer (?:ok|okay|fine|happy|accept|agree)|"
    r"(?:go|going|went|gone|row|walk) back on|"
    r"scratch (?:that|this|it|them|my)|(?:cancel|revoke|rescind|reverse|strike) (?:that|this|it|them|the (?:last|"
    r"acceptance)|my)(?! suggest)|"
    r"never (?:really |actually )?(?:agreed|accepted|approved|confirmed|signed off)|(?:didn\'t|did not|hadn\'t|had "
    r"not|haven\'t|have not) (?:really |actually |want to |mean to |intend to )?(?:agreed?|accept(?:ed)?|"
    r"approved?|confirm(?:ed)?|close)|"
    r"still (?:a (?:problem|concern|issue)|open|not (?:happy|ok|okay|fine|satisfied|right|good|resolved))|"
    r"(?:is|are) still (?:a )?(?:problem|concern|open|an issue)|(?:should|must|needs? to) (?:be|stay|"
    r"remain) (?:re-?opened|open again|back open)|open again)\b"
)
NOT = r"(?:not|n't|never|no longer|cannot|can't|won't|wouldn't|don't|do not|refuse to|unable to|without)"
REJECT = re.compile(
    rf"\b(?:no (?:to|for|on)|decided against|"
    rf"(?:is|are|was|were|does|do|did) ?(?:not|n't)(?=[\s.!]*$)|no-?go|non-?starter|accept(?:ed)? not|"
    rf"agree(?:d)? not|won't (?:fly|do|have)|(?:hate|dislike|against|opposed to|contest|resist|rule out|"
    rf"out of the question)|hard no|never going to|"
    rf"reject(?:ed|ing)?|declin(?:e|ed|ing)|refus(?:e|ed|ing)|disagree|veto|dismiss|oppose|object to|"
    rf"turn (?:it|that|this|them) down|turn down|"
    rf"not (?:that|this|these|those|the) (?:one|ones|\w+)|no to\b|nope? to|say no|(?:is|are|that's|"
    rf"it's) (?:unacceptable|wrong|too (?:much|strict|far|broad|weak|vague|onerous|harsh))|"
    rf"{NOT} (?:\w+ ){{0,2}}(?:accept|approve|agree|apply|take|like|want|adopt|support|use|go with|include|"
    rf"implement|happy|ok|okay|fine|comfortable|work|acceptable|needed|good enough)(?:ed|ing|s)?|"
    rf"neither|none of|(?:can(?:not|'t)|won't|don't) (?:say yes|agree|sign)|unhappy|uncomfortable|doesn't work|"
    rf"does not work|don't (?:change|touch|do|add|use)|do not (?:change|touch|"
    rf"do|add|use)|not for (?:me|us)|no good|scrap|strike (?:that|the) suggestion|drop the suggestion)\b"
)
LEAVE = re.compile(
    r"\b(?:keep(?:ing)? (?:everything|all|the (?:rest|others?|remaining))|(?:can|may|should|could) be (?:dropped|"
    r"ignored|skipped|left|forgotten|parked|waived)|waiv(?:e|ed|ing) (?:it|that|this|the (?:point|issue|matter))|"
    r"no (?:changes?|amendments?|edits?)(?=\W*$)|who cares|(?:argue|quarrel|quibble|haggle) (?:over|about)|"
    r"(?:fine|ok|okay|good|acceptable|happy|content|alright|works?) (?:for now )?(?:as|the way|like) (?:it|"
    r"they|that|this)(?:'s| is| are| stands?)|"
    r"(?:live|do|go|manage) without|isn't something|(?:couldn't|could not|don't|doesn't) (?:really |much |bother|"
    r"care)|care less|never (?:an|a) (?:issue|problem|concern)|"
    r"not (?:a|an) (?:hill|fight|battle)|of no (?:concern|importance|interest)|(?:immaterial|irrelevant|unimportant|"
    r"tolerable)|"
    r"(?:fine|ok|okay|happy|comfortable|content|good|alright|all right|cool|at peace|no (?:issue|problem|"
    r"objection)s?)(?: with| to)? (?:leav(?:e|ing)|keep(?:ing)?|skip(?:ping)?|ignor(?:e|ing)|let(?:ting)?|not)|"
    r"leav(?:e|ing)(?! (?:a|an) (?:comment|note|message))|keep(?:ing)? .{0,40}\b(?:as (?:is|it is|they are|"
    r"it stands|written|drafted)|unchanged|open|the way|unresolved)|skip(?:ping)?|ignor(?:e|ing)|(?:can|could|may|"
    r"should|will|to|just) (?:stay|remain|stand)|stays?(?! in)|remains?|"
    r"live with|keep(?:ing)? (?:the|our|those|these|this|it|that|them)\b(?! (?:suggest|propos|chang|revis|new|"
    r"edit))|let (?:it|that|this|them|those|these|\w+ \w+) (?:go|be|slide|stand|lie|pass|alone)|don't (?:bother|"
    r"worry|care)|do not (?:bother|worry|care)|not (?:worth|important|a priority|bothered|worried|that important|"
    r"pursuing|a big deal|a deal ?breaker)|"
    r"unresolved|no action|as[- ]is|as it stands|untouched|staying|remaining|unchanged|unamended|"
    r"(?<!suggestion )(?<!suggested )(?<!wording )(?<!change )(?<!proposed )(?:as|"
    r"the way it is) (?:currently )?(?:drafted|written)|"
    r"no (?:changes?|amendments?|edits?|fix) (?:is |are )?(?:required|needed|necessary|wanted)|(?:can|will|"
    r"would) (?:accept|take|bear|carry) (?:the|that|this) risk|"
    r"drop (?:it|that|this|(?:the )?(?:point|issue|matter|number|first|second|third|fourth|fifth|sixth|last|#?\d))"
    r"(?!.* (?:to|by)\b)|"
    r"not (?:pursue|press|insist|fuss|pushing|pressing|pursued)|let\'s not|won't (?:bother|pursue|push|fight)|"
    r"park(?:ing)?|defer|"
    r"tolerate|overlook|pass on|forget (?:about)?|doesn't (?:matter|bother)|does not (?:matter|bother)|can wait|"
    r"isn't (?:important|worth)|no need to (?:change|fix|resolve|touch|address|worry))\b"
)
CONFIRM = re.compile(
    r"\b(?:confirm(?:ed|ing)?|(?:mark|set|consider|treat|count|flag|tick|call|put|record|move|log|check|"
    r"sign)(?:ed|ing)? .{0,70}\b(?:resolved|closed|done|settled|complete[d]?|finished|off|final|sorted)|"
    r"resolved?(?! to| that)|clos(?:e|ed|ing) (?:it|that|this|them|these|those|out|off|the|issues?|points?|items?|"
    r"nitpicks?|both|all|number|no|#|\d|every)|"
    r"(?:is|are|that's|it's|they're|be) (?:now |all |fully |definitely |completely |officially )*(?:resolved|"
    r"closed|settled|done|final|dealt with|taken care of|sorted|finished|complete|handled)|settled|"
    r"final(?:ly)? (?:answer|decision|and|yes)|(?:that|this|it)(?:'s| is) (?:my )?final|"
    r"lock (?:it|that|this|them|those) in|signed? off|sign(?:ing)? off|(?:done|finished|through) with|"
    r"consider (?:it|that|this|them) (?:done|closed|settled)|clos(?:e|ed|ing)(?! to\b| enough)|no (?:more|"
    r"further) (?:comments?|questions?|concerns?|issues?) (?:on|about|with|regarding))\b"
)
ACCEPT = re.compile(
    r"\b(?:do (?:the )?(?:first|second|third|last|high|medium|low)|"
    r"yes (?:to|for|on|with)|"
    r"(?:going|go) (?:ahead |along )?(?:with|for)|whatever you (?:think|say|suggest|propose|recommend|deem)|"
    r"up to you|your (?:call|choice|decision|discretion|judge?ment)|"
    r"as you (?:see fit|think|like|wish|prefer|deem)|you decide|i trust you|on board|sold on|(?:love|adore|welcome|"
    r"back|favou?r|appreciate) (?:it|that|this|the|your)|makes? sense|fair enough|deal|lovely|super|"
    r"accept(?:ed|ing|able|s)?|approv(?:e|ed|ing|es)|agree(?:d|s|ing|able)?|adopt(?:ed|ing)?|appl(?:y|ied)|"
    r"implement|incorporate|include|fix(?:ed|ing)?|correct(?:ed)?|all (?:good|fine|ok|okay)|endorse|"
    r"support(?:ed)?|take|go(?:ing)? (?:ahead )?(?:with|for)|proceed with|use(?! of)|amenable|consent(?:ed|s)? to|"
    r"concur|"
    r"assent|in order|on board|in favou?r|unobjectionable|"
    r"(?:can|may|should|could) (?:all )?(?:go|come) in|goes? in|put (?:it|that|this|them|those) in|"
    r"do (?:#?\d|number|issues?|points?|all|both)|welcome|(?:is|are|was|be) ok|suits? (?:me|us)|"
    r"(?:sounds?|looks?|seems?|reads?|is|are|'s|feels?|am|i'm|we're) (?:\w+ ){0,2}(?:good|great|fine|ok|okay|"
    r"right|reasonable|perfect|fair|sensible|excellent|alright|acceptable|correct|better|spot on|sufficient|"
    r"enough|satisfactory|adequate|happy|satisfied|comfortable|on board|in favou?r|clear|addressed|fixed|solved|"
    r"covered|sorted)|"
    r"works?(?: for (?:me|us))?|(?:fine|ok|okay|good|great|happy|comfortable|cool|alright|satisfied|content|"
    r"pleased) (?:with|by|on|as|for)|yes to|yep to|ok to|do (?:it|that|this|them|those)|make (?:that|this|the|"
    r"those|these) (?:suggested |proposed |recommended )?(?:changes?|edits?|fix(?:es)?)|"
    r"good (?:enough|to go|call|idea|point|catch|suggestion)|(?:let's|lets) (?:do|have|add|go|use|take)|add (?:it|"
    r"that|this|them|the (?:suggested|proposed))|address(?:es|ed)? (?:my|our|the) concerns?|no objections?|"
    r"not (?:a|an) (?:concern|issue|problem) (?:any ?more|any longer|for|to)|"
    r"no longer (?:a|an|any) (?:concern|issue|problem|worry)|(?:satisf(?:y|ied|ies)|solves?|fixes|resolves|"
    r"settles|covers|answers)|thumbs up|greenlight|green light|go ahead|as (?:suggested|proposed|recommended)|"
    r"per the suggestion|i'?m in|👍|✅|lgtm|perfect|great|excellent|love it|like (?:it|that|this|the))(?:\b|"
    r"(?<=[👍✅]))"
)
INSTRUCT = re.compile(
    r"\b(?:(?:i|we) (?:want|need|expect) (?:the|our|their|this|that|it|them) (?!.*\b(?:closed|resolved|suggest|"
    r"propos|accepted)).{5,}|"
    r"insist(?:s|ed|ing)? (?:on|that)|the (?:most|least|minimum|maximum|best) (?:we|i|that)|(?:no|not) (?:more|"
    r"less|later|earlier|longer|fewer) than|at (?:most|least) \d|"
    r"(?:can|could|might|may) be \w+(?:ed|en|d|t) (?:to|at|by|with|in|from|on)\b(?! (?:the )?(?:list|hold|"
    r"rest))|"
    r"(?:i|we) (?:would )?(?:want|need|expect|demand|insist on|ask for|request|like|require) (?:a|an|at least|no|"
    r"at most|\d+|more|less|full|some)\b(?! (?:look|word|minute|moment|second|break|copy|time))|"
    r".{4,} instead(?=[\s.!]*$)|"
    r"(?:i|we) (?:would |'d )?(?:suggest|propose|recommend|counter|ask) .{3,}|"
    r"(?:should|must|shall|has to|have to|ought to|needs to|may) "
    r"(?:not |never |only |at least |also )*(?!(?:be )?(?:stay|remain|left|leave|closed?|resolved?|re-?opened|accept|"
    r"approv|reject|go in|ignored?|skip|kept|keep|dropped|open\b|fine|ok|okay|settled|done|we\b|i\b|not\b))"
    r"(?:be )?\w+|(?:say|write|put|read|use|insert|make|want|prefer|have|call for|go for) .{1,200}\b(?:instead|"
    r"rather)\b|"
    r"instead (?:of|say|use|write|make|put)|rather than|(?:chang|updat|amend|modif|revis|edit|adjust|alter|switch|"
    r"rais|lower|increas|reduc|extend|shorten|cut|bump|drop|tighten|cap|limit|set|mov)(?:e|ed|ing|y|ies|ied|"
    r"t)? .{1,200}?\b(?:to|into|so|from|by|at)\b|"
    r"replac(?:e|ing) .{1,200}\b(?:with|by)\b|reword|rewrit|rephras|should (?:say|read|be|state|include|require|"
    r"specify|mention|have)|needs? (?!(?:more|some) (?:time|thought|work|discussion)).{2,}|must (?:say|read|be|"
    r"state|include|require|specify)|(?:make|making) (?:it|that|this|the|them|those) .{2,}|"
    r"(?:add|insert|append|include|delete|remove|strike|cut) (?!it\b|that\b|this\b|them\b|the suggest|the propos|"
    r"all\b|both\b|every).{2,}|say .{2,}|with (?:a|an|one|the following) (?:change|tweak|edit|amendment|modification)|"
    r"but (?:with|make|use|say|change|add|only|limit|quarterly|monthly|annual|every|at least|within|for)|"
    r"(?:i'd|i would|we'd|we would) (?:prefer|rather|like|want) (?!to (?:accept|approve|agree|"
    r"take|go with|reject|leave|keep|close|confirm|resolve|reopen)).{2,}|let(?:'s| us) (?:say|make|use|add|change|"
    r"put|require|set) .{2,}|require .{2,}|specify .{2,}|word it|draft it|phrase it|as follows|:\s*[\"“'].+)"
)
FINALITY = re.compile(
    r"\b(?:(?:i|we) confirm|confirmed|(?:that|this|it)(?:'s| is) (?:my )?final|final answer|(?:mark|consider|call|"
    r"set|count|treat) (?:it|that|this|them|those|these|both|all|\w+(?: \w+)?) (?:as )?(?:resolved|closed|done|"
    r"settled|final|complete)|you (?:can|may) (?:close|resolve|mark)|"
    r"(?:it|that|this|they|those|these)(?:'s| is| are|'re) (?:resolved|settled|closed|done)|no (?:further|"
    r"more) (?:comments?|changes?|questions?|discussion)|definitely|for sure|(?:and|please|,) (?:close|resolve|"
    r"sign off)|no doubt|100 ?%|lock (?:it|that|them) in|signed off|i'm sure|we're sure|case closed|and (?:we're|"
    r"that's|it's) done)\b"
)
_ASSENT = (
    r"(?:yes|yep|yeah|ok|okay|fine|sure|good|agreed?|accept(?:ed)?|approved?|y|check|👍|✅|done deal|go|please|"
    r"take (?:it|"
    r"them)|in)"
)
_DISSENT = r"(?:no|nope|nah|n|reject(?:ed)?|declined?|refused?|no way|no go|out|👎|❌)"
_SHRUG = r"(?:skip|pass|leave(?: it)?|whatever|ignored?|n/?a|don't care|as is|stays?)"
# "the first one yes", "DPA: accepted", "highs yes", "3 no": a name of a few words, then the verdict.
VERDICT = re.compile(
    r"^(?!.*\b(?:next|previous|another|show|see|explain|not)\b)(?:.{0,80}?\b(?:one|ones|point|points|issue|issues|"
    r"item|items|first|second|third|fourth|fifth|sixth|last|"
    r"both|two|three|four|\d+)\b|.{2,80}[:=–—-]|(?!(?:i|we|you|they|it|that|this|say|"
    r"and) )(?:[^\s]+ ){0,4}?[^\s]+\s)\s*"
    rf"(?:is |are |a |an |that's |it's )?(?:(?P<yes>{_ASSENT})|(?P<no>{_DISSENT})|(?P<skip>{_SHRUG})|(?P<done>done|"
    rf"closed|settled|resolved|sorted|finished))[\s.!]*$"
)
