"""Kinds of facts about health and Medicare: table rows, most telling first."""

from __future__ import annotations

from retirement.checklist import Topic
from retirement.reading.kinds.rows import DECISIVE, HINT, USUAL, kinds

_ILLNESS = (
    r"diabet\w*|high blood pressure|hypertension|cancer\w*|heart (?:attack|disease|condition|problems?|surgery|"
    r"failure)|"
    r"stroke|arthritis|copd|asthma|kidney (?:disease|problems?)|dialysis|lupus|epilepsy|crohn'?s|multiple sclerosis|"
    r"ms|"
    r"osteoporosis|fibromyalgia|depression|anxiety|back (?:pain|surgery|problems?)|bad (?:back|knees?|hips?|heart)|"
    r"(?:hip|knee) replace\w*|chronic \w+|afib|sleep apnea|cholesterol|glaucoma|macular|health (?:problems?|issues?|"
    r"conditions?)|pre-?existing|tumou?r|leukemia|transplant|bypass|stents?|pacemaker|surger(?:y|ies)|autoimmune"
)

HEALTH = kinds(
    Topic.HEALTHCARE_MEDICARE,
    (
        "hsa",
        "the health savings account",
        DECISIVE,
        r"\b{money}(?: \S+){0,3}? (?:hsa|health savings account)\b",
    ),
    (
        "health_conditions",
        "health conditions",
        DECISIVE,
        r"\b(?:with a cane|walker|blind|deaf|allerg\w*|can'?t drive at night|lungs?|obes\w*|sober|insomnia|"
        r"neuropathy|hernia|ptsd|therapist|parkinson'?s meds|shortness of breath|oxygen)\b",
    ),
    (
        "current_coverage",
        "the health cover you have now",
        DECISIVE,
        r"\b(?:no|without|lost (?:my|our)|losing|lose) (?!ltc|life|long)(?:\w+ )?(?:coverage|"
        r"insurance)\b(?! for (?:long|ltc|"
        r"nursing))|\b(?:hmo|ppo|employer plan|group plan|creditable coverage|district|union) ?(?:plan|coverage|"
        r"insurance)?\b|\bon (?:my|his|her|our) (?:wife|husband|spouse|partner)'?s? plan\b",
    ),
    (
        "healthcare_concern",
        "healthcare",
        DECISIVE,
        r"\bget(?:ting)? (?:really |seriously )?sick\b|\bmedical (?:bankruptcy|debt|emergency|bills?)\b",
    ),
    (
        "current_coverage",
        "the health cover you have now",
        DECISIVE,
        r"\b(?:drops?|dropped|lose[s]?|losing|cuts?(?: off)?|ends?|keep|keeps)\b(?: \w+){0,3}? (?:insurance|"
        r"health ?care|coverage|benefits)\b(?! (?:on the house|for ltc))",
    ),
    (
        "current_coverage",
        "the health cover you have now",
        DECISIVE,
        r"\b(?:coverage|covered|insurance|plan) (?:through|thru|from|by) (?:the|my|our|his|her)\b|"
        r"\b{no}(?! ltc| life| long)(?: \w+)? insurance\b(?! .*(?:life|ltc|long))|\bgood (?:health )?(?:coverage|"
        r"insurance)\b",
    ),
    (
        "health_conditions",
        "health conditions",
        DECISIVE,
        r"\b(?:knee|hip|shoulder|back|heart|spine|eye) (?:replaced|surgery|operation|trouble|problems?|issues)\b|"
        r"\b(?:knees?|hips?|back|eyesight|heart|kidneys|lungs) (?:is|are|replaced|hurts?|going|acting|giving)\b|"
        r"\bdiagnos\w*|\bremission\b|\bchemo\w*|\bhospital (?:bill|stay)s?\b|\bmigraines?\b|\bgout\b|\bparalyz\w*|"
        r"\ba1c\b|\bcpap\b|\bmobility\b",
    ),
    (
        "bridge_coverage",
        "coverage until Medicare",
        DECISIVE,
        r"\b(?:cobra|aca|obamacare|affordable care|health ?care\.gov|marketplace|exchange plan|the exchange)\b|"
        r"\b(?:retiree) (?:health|medical|coverage|insurance)\w*|\b(?:bridge|gap|until|before|till)\b(?: \S+){0,4}? "
        r"medicare\b(?! advantage)|\b(?:health )?insurance\b(?: \S+){0,4}? (?:until|till|til|before) (?:i'?m )?65\b",
    ),
    (
        "current_coverage",
        "the health cover you have now",
        DECISIVE,
        r"\b(?:covered|insured|insurance|coverage|health plan|benefits)\b(?: \S+){0,3}? (?:through|from|by|via|at|"
        r"thru|with) "
        r"(?:\w+ ){0,3}?(?:work|job|employer|company|wife|husband|spouse|union|va|tricare|school|blue cross|aetna|"
        r"cigna|kaiser)"
        r"|\b(?:wife|husband|spouse|partner|employer|work|job)'?s? (?:\w+ )?(?:health |medical )?"
        r"(?:insurance|coverage|health plan|plan covers)\b|\b(?:tricare|champva|fehb|peehip|va (?:health|care|"
        r"hospital|"
        r"medical)\w*|indian health)\b|\b{no} (?:\w+ )?(?:health|medical) (?:insurance|coverage)\b|\buninsured\b|"
        r"\bhigh[- ]deductible\b|\bhdhp\b",
    ),
    (
        "medicare_plan",
        "which Medicare plan",
        DECISIVE,
        r"\bmedicare advantage\b|\bmedigap\b|\bmedicare supplement\w*|\b(?:supplement(?:al)?|medsup) (?:plan|policy|"
        r"insurance)\b|\boriginal medicare\b|\btraditional medicare\b|\bplan [fgn]\b|\bpart c\b|\badvantage plan\b|"
        r"\b(?:humana|aarp|united ?health\w*|aetna|kaiser|blue cross)\b",
    ),
    (
        "prescriptions_plan",
        "the drug plan",
        DECISIVE,
        r"\bpart d\b|\bdrug plan\b|\bprescription (?:coverage|plan)\b|\bdonut hole\b",
    ),
    (
        "irmaa",
        "the income surcharge",
        DECISIVE,
        r"\birmaa\b|\bmedicare surcharges?\b|\bsurcharges?\b|\bincome[- ]related\b|\bhigher (?:part b|"
        r"medicare) premiums?\b",
    ),
    (
        "medicare_status",
        "where you stand with Medicare",
        DECISIVE,
        r"\bpart [ab]\b|\b(?:on|sign\w*|enroll\w*|eligible|appl\w*|start\w*|get|go(?:ing)?|turn\w*|qualif\w*|take|"
        r"begin)\b(?: \S+){0,4}? medicare\b|\bmedicare\b(?: \S+){0,4}? (?:at|when|starts?|kicks? in|begins?|card|"
        r"enroll\w*|"
        r"next|in \w+)\b|\blate enrollment\b|\bopen enrollment\b|\bmedicare\b",
    ),
    ("hsa", "the health savings account", DECISIVE, r"\bhsas?\b|\bhealth savings accounts?\b|\bfsa\b"),
    (
        "prescriptions",
        "medication",
        DECISIVE,
        r"\b(?:prescriptions?|medications?|medicines?|meds|insulin|drugs|ozempic|eliquis|humira|statins?|pills|blood "
        r"thinners?|inhalers?|infusions?|biologic)\b",
    ),
    (
        "dental_vision_hearing",
        "teeth, eyes and ears",
        DECISIVE,
        r"\b(?:dental|dentures?|dentist|teeth|implants?|vision|(?<!the )glasses|cataracts?|hearing(?: aids?)?)\b",
    ),
    (
        "doctors",
        "doctors and network",
        DECISIVE,
        r"\b(?:doctors?|specialists?|physicians?|cardiologist|oncologist|clinic|network|hospitals?|mayo)\b",
    ),
    (
        "healthcare_costs",
        "what healthcare costs",
        DECISIVE,
        r"\b(?:health ?care|medical|insurance|health|medicare) (?:\w+ )?(?:costs?|expenses?|bills?|premiums?)\b|"
        r"\b(?<!life )(?<!care )premiums?\b(?!.*\b(?:ltc|life|long[- ]term)\b)|\b(?:pay|paying|"
        r"costs?)\b(?: \S+){0,5}? "
        r"(?:health|medical) (?:insurance|coverage|plan)\b|\bout[- ]of[- ]pocket\b|\bdeductibles?\b|\bco-?pays?\b",
    ),
    (
        "health_conditions",
        "health conditions",
        DECISIVE,
        rf"\b(?:{_ILLNESS})\b",
    ),
    (
        "health_status",
        "how healthy you are",
        DECISIVE,
        r"\b(?:excellent|good|great|perfect|poor|fair|bad|failing|decent|declining) (?:\w+ )?(?:health|shape)\b|"
        r"\b(?:healthy|unhealthy|in shape|overweight)\b|\bhealth is\b|\b(?:my|our|his|her) health\b|"
        r"\b(?:smoke|smoker|smoking|vape)\b|\bnever been sick\b|\bdisabled\b",
    ),
    (
        "healthcare_concern",
        "healthcare",
        USUAL,
        r"\bhealth ?care\b|\bhealth insurance\b|\bmedical (?:insurance|coverage|plan)\b|\bmedicare\b|"
        r"\bhealth coverage\b|"
        r"\bcovered medically\b|\binsurance (?:when|if|after|once) (?:i|we) (?:retire|quit|leave|stop)\b",
    ),
    ("healthcare_concern", "healthcare", HINT, r"\b(?:health|medical|sick|illness|insurance|insured|hospital\w*)\b"),
)
