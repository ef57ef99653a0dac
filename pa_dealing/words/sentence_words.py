"""The common words of a message about a trade: what is never part of a security's name. Lower case."""

from __future__ import annotations

import re

from wording.amounts import words

UNITS = words(
    """
    call calls contract contracts fut futs future futures lot lots option options pcs piece pieces position
    positions put puts share shares shs stock stocks stuck stück unit units
    aandeel aandelen stuk stuks optie opties contracten turbo turbos warrant warrants cfd cfds
    """
)
HOLDING = words(
    """
    bought exposure holding holdings invested investment long out position positions purchase rid sale shares short
    stake stock worth
    """
)
TRADE_VERBS = words(
    """
    acquire acquiring add adding bought buy buying buys clear close closing dispose disposing divest dump dumping
    exit exiting flog get getting grab invest investing kaufe kaufen liquidate liquidating long offload offloading
    order ordering purchase purchases purchasing reduce reducing sell selling sells short shorting sold subscribe
    take taking trade trading trim trimming unload verkaufe verkaufen koop kopen verkoop verkopen
    """
)
LOOK_UP = words(
    """
    about called check find for have is like lookup named on search up want wanted
    """
)
# Words of politeness, time, money and grammar.
_PLAIN = words(
    """
    a able about account actually afternoon again aktien all allowed also altogether am amount amounting amounts an
    and another any anything apiece approval approve approx approximately apr april are around as asap ask asking at
    aud aug august available bank's be because been being best better big billion bit bn both broker bucks but buyer
    by ca cad called can can't cancel cant cash cashing cents change check cheers chf circa clearance cleared come
    comes company compliance confidential conflict conflicts connected connection connections consider considered
    considering correct correction cost costed costing costs could couple currency currently dealing dear dec
    december details did direction director disposal divesting dkk do does doesn't doesnt dollar dollars don't done
    dont down dozen each equal equals estimate estimated eur euro euros evening every everything exp expiring expiry
    feb february few find firm for franc francs friday from gbp gets give given gives go goes going gonna good got
    grand greetings had half hallo has have having he held hello help her here hey hi him his hkd hold holder hope
    hoping how hundred husband i i'd i'll i'm i've id if ill im in increase increasing info information inside
    insider instead instrument intend intending intention interested into invests is isin isn't isnt it it's its ive
    jan january jpy jul july jun june just justification k keen kindly know knowledge kr krona krone kroner kronor
    last later let let's lets like limit listed little look looking lookup m make makes making mar march market
    material may maybe me mean meant might million mind mine mio mkt mn mnpi monday money month more morning must my
    name named need needed needs neither never nevermind new next no no-one nok non-public none nope nor not nothing
    nov november now oct october of off ok okay old on one ones only onto or orders other our over overall own owned
    pa part party pence per perhaps permission personal pick picked picking picks plan planned planning plans please
    pls plz portfolio possible possibly pound pounds pre-clearance preclearance price priced prices probably putting
    qty quantity question questions quid ready really reason related relation relations relative request requests
    rest roughly said saturday say saying search securities security see sek seller sep sept september several shall
    she should show side since small so some someone something soon spare spend spending spouse sterling stop strike
    stuff submit submitted submitting sum sunday sure switch symbol takes tell than thank thanks that that's the
    their them them's then there these they they're thing things think thinking this those thought thousand thursday
    thx ticker to today tomorrow too total totaling totalling trades try trying tuesday type under undisclosed
    unloading unsure up us usd use using value valued via wait wanna want wanted wants was we we'd we'll we're
    wednesday week went were what when where whether which while who whom whose why wife will wish with without
    won't wont would ja nee jawel neen nein oui withdraw withdrawn withdrawing retract revoke undo reset restart delete
    help status ik wil graag van het een voor ongeveer heeft heb believe minute minutes minuten hour hours day days
    weeks months years seconds moments x yeah year yen yep yes yesterday you your
    """
)
STOPS = _PLAIN | UNITS | HOLDING | TRADE_VERBS

# The symbol of an option: underlying, month, side and strike.
OPTION_SYMBOL = re.compile(r"\b[a-z]{1,6}\d?\s+\d{6}\s+[cp]\s+\d+(?:\.\d+)?\b", re.IGNORECASE)
# The symbol of a listing on an exchange that numbers its companies: "7203.T", "005930.KS".
NUMBER_SYMBOL = re.compile(r"\b\d{3,6}\.(?-i:T|KS|KQ|HK|SS|SZ|TWO?|SR|KL|BO)\b", re.IGNORECASE)

# Names that are made of common words, or of a number.
NAMES = re.compile(
    rf"{OPTION_SYMBOL.pattern}|{NUMBER_SYMBOL.pattern}|"
    r"\b(?:best buy|euro ?stoxx|on holdings?\b|(?:the )?trade desk|bank of \w+|in[- ]?n[- ]?out|opendoor|take[- ]two|"
    r"target corp\w*|home depot|gold(?:en)? (?:etf|future|etc)|stock spirits|m&g|3i group|"
    r"3m\b(?= (?:co|company|shares?|stock))|london stock exchange(?: group)?|deutsche b(?:oe|ö)rse|japan exchange|"
    r"service ?now|next plc|(?:hong kong|singapore) exchange\w*|american express|general (?:electric|motors|mills)|"
    r"jp ?morgan|short duration|first solar|public storage|capital one|u\.?s\.? (?:bancorp|steel))",
    re.IGNORECASE,
)

# An index carries its number in its name.
INDEX_NAMES = words(
    """
    aex asx atx bel cac dax dow eurostoxx ftse germany hscei ibex mdax msci nasdaq ndx nikkei obx omx omxs psi
    russell s&p sdax smi sp spx stoxx tecdax topix uk us wig
    """
)
INDEX_NUMBERS = frozenset([20, 25, 30, 35, 40, 50, 60, 100, 200, 225, 250, 300, 350, 400, 500, 600, 1000, 2000, 3000])

# A sentence about who the person is or where they bank names no security.
PRIVATE = re.compile(r"\b(?:broker|account|my bank|regards|my name|employee|department|manager|desk at)\b", re.I)
