"""The phrases that whole answers are made of: yes, no, later, that is all, stop, and what changes nothing.

Lower case."""

YES = (
    "yes|yep|yup|yeah|yeh|yea|yah|ya|aye|y|ye|yess|ja|jawel|sure|sure thing|ok|okay|k|okey|alright|"
    "all right|of course|certainly|absolutely|definitely|indeed|correct|right|true|exactly|precisely|"
    "affirmative|perfect|confirm|confirmed|i confirm|i can confirm|i confirm that|i confirm it|"
    "confirm it|i do|i am|i have|it is|it does|they are|we are|we do|i agree|agreed|go ahead|please do|"
    "proceed|please proceed|do it|let's do it|let's go|go for it|sounds good|sounds right|looks good|"
    "looks right|looks correct|fine|fine by me|fine with me|that's right|that's correct|that's it|"
    "that's fine|that's good|that's true|that's ok|that's okay|that is right|that is correct|"
    "that is fine|that is true|that is it|that works|works for me|this is correct|this is right|"
    "it's correct|it's right|it's fine|it is correct|it is right|all correct|all good|you're right|"
    "you are right|no problem|yes i do|yes i am|yes i have|yes it is|yes i confirm|very much so|i'm sure|"
    "i am sure|absolutely right|quite right|by all means|roger|deal|do that|jazeker|"
    "zeker|oke|oké|prima|akkoord|graag|goed|is goed|dat is goed|thats right|thats correct|thats it|"
    "thats fine|thats good|klopt|dat klopt|doe maar|ga je gang|ga door|"
    "👍|✅|✔"
)
NO = (
    "no|nope|nah|nay|n|noo|nee|nein|not at all|no way|never|negative|incorrect|wrong|false|that's wrong|"
    "that's not right|that's not correct|that's incorrect|that is wrong|that is not right|"
    "that is not correct|that is incorrect|not right|not correct|it's wrong|it's not right|"
    "it's not correct|it is wrong|it isn't|it is not|it's not|it's incorrect|this is wrong|i do not|"
    "i don't|i am not|i'm not|i have not|i haven't|they aren't|we don't|we do not|neither|"
    "neither of them|neither of those|neither of these|none|none of them|none of those|none of these|"
    "none of the above|definitely not|absolutely not|certainly not|of course not|please don't|don't|"
    "do not|don't do it|i disagree|i refuse|i decline|declined|decline|neen|"
    "niet nodig|liever niet|👎|❌"
)
FILLERS = (
    "please|pls|plz|thanks|thank you|thx|ty|well|um|uh|hmm|oh|ah|sir|madam|mate|that|it|then|so|"
    "very much|a lot|actually|great|hoor|dan|bedankt|dank je|dank je wel|dankjewel|dank u|dank u wel|alstublieft|"
    "alsjeblieft"
)
CANCEL = (
    "stop|cancel|abort|quit|exit|never mind|nevermind|nvm|forget it|forget about it|forget that|"
    "forget this|scrap that|scrap it|scrap this|drop it|drop this|drop that|discard|discard it|"
    "discard this|cancel it|cancel that|cancel this|cancel everything|cancel the request|"
    "cancel this request|cancel my request|cancel the trade|cancel this trade|cancel my trade|"
    "cancel the order|stop it|stop that|stop this|stop here|stop now|stop the request|let's stop|"
    "let's cancel|leave it|don't bother|abandon|abandon it|i changed my mind|i've changed my mind|"
    "i have changed my mind|changed my mind|i want to stop|i want to cancel|i'd like to cancel|"
    "i would like to cancel|i'd like to stop|i want to cancel it|i want to cancel this|call it off|"
    "i give up|terminate|end it|end this"
)
LATER = (
    "not yet|not now|wait|wait a moment|wait a minute|wait a second|hold on|hang on|later|maybe later|one moment|"
    "in a moment|give me a moment|nog niet|nu niet|nu nog niet|wacht|wacht even|even wachten|straks"
)
ALL = (
    "that's all|thats all|that is all|that was all|that'll be all|that will be all|that's everything|"
    "that is everything|that was everything|that's it|thats it|that is it|this is all|nothing else|"
    "nothing more|nothing further|no more|"
    "no more questions|no further questions|no more comments|no further comments|no more changes|no further changes|"
    "no more points|no further points|no more issues|no further issues|no more remarks|no further remarks|"
    "i'm done|im done|i am done|we're done|we are done|all done|i'm finished|i am finished|we're finished|"
    "we are finished|i'm through|dat is alles|dat was alles|dat is het|dat was het|verder niets|niets meer|"
    "ik ben klaar|we zijn klaar"
)
CANCEL_FILLERS = FILLERS + "|no|ok|okay|sorry|just|can you|could you|can we|let us|for now|now|i said|stop"
