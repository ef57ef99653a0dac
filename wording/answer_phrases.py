"""The phrases that whole answers are made of: yes, no, stop, and the words that change nothing. Lower case."""

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
    "i am sure|absolutely right|quite right|👍|✅|✔"
)
NO = (
    "no|nope|nah|nay|n|noo|nee|nein|not at all|no way|never|negative|incorrect|wrong|false|that's wrong|"
    "that's not right|that's not correct|that's incorrect|that is wrong|that is not right|"
    "that is not correct|that is incorrect|not right|not correct|it's wrong|it's not right|"
    "it's not correct|it is wrong|it isn't|it is not|it's not|it's incorrect|this is wrong|i do not|"
    "i don't|i am not|i'm not|i have not|i haven't|they aren't|we don't|we do not|neither|"
    "neither of them|neither of those|neither of these|none|none of them|none of those|none of these|"
    "none of the above|definitely not|absolutely not|certainly not|of course not|please don't|don't|"
    "do not|don't do it|i disagree|i refuse|i decline|declined|decline|👎|❌"
)
FILLERS = (
    "please|pls|plz|thanks|thank you|thx|ty|well|um|uh|hmm|oh|ah|sir|madam|mate|that|it|then|so|"
    "very much|a lot|actually"
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
CANCEL_FILLERS = FILLERS + "|no|ok|okay|sorry|just|can you|could you|can we|let us|for now|now|i said|stop"
