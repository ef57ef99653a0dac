"""All settings, read from the environment. `.env.example` lists them; nothing is started here."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from config import environment as env
from config.admin_theme import CHARTS, UNFOLD as UNFOLD
from config.content_policy import CONTENT_SECURITY_POLICY as CONTENT_SECURITY_POLICY
from config.evaluations import EVALUATIONS as EVALUATIONS
from config.logs import logging_to_stderr
from config.openapi import SPECTACULAR_SETTINGS as SPECTACULAR_SETTINGS
from config.postgres import embedded
from llm.registry import ProviderKeys

BASE_DIR = env.BASE_DIR
DEBUG = env.boolean("DEBUG")
SECRET_KEY = env.secret_key(DEBUG)
DATA_DIR = Path(env.text("DATA_DIR", str(BASE_DIR / "var"))).expanduser().resolve()
PORT = env.integer("PORT", 8000, minimum=1, maximum=65535)
# The address the web server listens on. A proxy on another machine needs 0.0.0.0.
BIND = env.text("BIND", "127.0.0.1")
# Where this machine reaches it, as `make run` prints it, and where people do, for links in e-mail.
ADDRESS = env.address(BIND, PORT)
PUBLIC_URL = env.text("PUBLIC_URL", ADDRESS).rstrip("/")
REDIS_URL = env.text("REDIS_URL")
ALLOWED_HOSTS = env.words("ALLOWED_HOSTS", "localhost,127.0.0.1,[::1]")
CSRF_TRUSTED_ORIGINS = env.words("CSRF_TRUSTED_ORIGINS")

# Assistants: the one table through which the chat finds them.
ASSISTANTS = {
    "pa_dealing": "pa_dealing.assistant.PaDealing",
    "retirement": "retirement.assistant.Retirement",
    "investor_review": "investor_review.assistant.InvestorReview",
    "tax_dossier": "tax_dossier.assistant.TaxDossier",
    "pursuit": "pursuit.assistant.Pursuit",
}

INSTALLED_APPS = [
    "daphne",
    "unfold",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "django.contrib.postgres",
    "rest_framework",
    "rest_framework.authtoken",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "django_htmx",
    "csp",
    "axes",
    "procrastinate.contrib.django",
    "channels",
    "audit",
    "retrieval",
    "chat",
    *ASSISTANTS,
]

MIDDLEWARE = [
    "chat.access.proxy.believe_trusted_proxies",
    "config.bounds.addresses.clean_addresses",
    "django.middleware.security.SecurityMiddleware",
    "config.compression.PageCompression",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "config.security.ContentPolicyMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "chat.access.reading.ReadingLanguage",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "axes.middleware.AxesMiddleware",
    "config.bounds.unavailable.UnavailableMiddleware",
]

ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "django.template.context_processors.i18n",
                "chat.pages.language.page_words",
                "csp.context_processors.nonce",
            ],
        },
    },
]

# The database: any PostgreSQL with pgvector, or the embedded one.
DB_POOL_SIZE = env.integer("DB_POOL_SIZE", 20, minimum=2, maximum=500)
DATABASE_URL = env.text("DATABASE_URL")
EMBEDDED_POSTGRES = not DATABASE_URL
DATABASES = {
    "default": env.database(DATABASE_URL, DB_POOL_SIZE)
    if DATABASE_URL
    else env.pooled(embedded.database_settings(DATA_DIR), DB_POOL_SIZE)
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Several processes share threads, the text so far and locks of logins through Redis; one process needs none.
_CACHES = "django.core.cache.backends"
if REDIS_URL:
    CACHES: dict[str, Any] = {"default": {"BACKEND": f"{_CACHES}.redis.RedisCache", "LOCATION": REDIS_URL}}
    CHANNEL_LAYERS: dict[str, Any] = {
        "default": {"BACKEND": "chat.live.redis_layer.RedisLayer", "CONFIG": {"url": REDIS_URL}}
    }
else:
    # Among other things it counts wrong passwords; a smaller one would forget them when many names are tried.
    CACHES = {"default": {"BACKEND": f"{_CACHES}.locmem.LocMemCache", "OPTIONS": {"MAX_ENTRIES": 50_000}}}
    # Sockets of one process hear of their threads from chat.live.readers.
    CHANNEL_LAYERS = {}

PROVIDER_KEYS = ProviderKeys(
    openai_api_key=env.text("OPENAI_API_KEY"),
    openai_base_url=env.text("OPENAI_BASE_URL"),
    openai_model=env.text("OPENAI_MODEL", "gpt-4.1-mini"),
    gemini_api_key=env.text("GEMINI_API_KEY"),
    gemini_base_url=env.text("GEMINI_BASE_URL"),
    gemini_model=env.text("GEMINI_MODEL", "gemini-3-flash"),
)
CHAT_MODEL = env.model("CHAT_MODEL")
# Whom an assistant names to somebody who wants a person: a name, an address, a telephone number.
CHAT_CONTACT = env.text("CHAT_CONTACT")
ASSISTANT_MODELS = {slug: env.model(f"{slug.upper()}_MODEL") for slug in ASSISTANTS}
ASSISTANT_GROUPS = {slug: env.text(f"{slug.upper()}_GROUP") for slug in ASSISTANTS}  # Who may begin; empty: everybody.
# Cards of models of one's own, and what holds in place of any card: of every model, and of one assistant's.
MODEL_CARDS = env.cards("MODEL_CARDS")
MODEL_CARD_FIELDS = env.card_fields("MODEL", whole=True)
ASSISTANT_CARD_FIELDS = {slug: env.card_fields(slug.upper()) for slug in ASSISTANTS}
# What turns texts into vectors for the search, and how many numbers a vector has; an index takes 2,000 at most.
EMBEDDING_MODEL = env.model("EMBEDDING_MODEL")
EMBEDDING_DIM = env.integer("EMBEDDING_DIM", 768, minimum=8, maximum=2000)

# Vectors in PostgreSQL: the index (HNSW of pgvector, of which ef_construction is at least twice m) and the tables.
VECTOR_DISTANCE_METRIC = env.fixed("VECTOR_DISTANCE_METRIC", "COSINE", "Indexes and scores are of cosines.")
VECTOR_HNSW_M = env.integer("VECTOR_HNSW_M", 16, minimum=2, maximum=100)
VECTOR_HNSW_EF_CONSTRUCT = env.integer("VECTOR_HNSW_EF_CONSTRUCT", 200, minimum=2 * VECTOR_HNSW_M, maximum=1000)
VECTOR_HNSW_EF_SEARCH = env.integer("VECTOR_HNSW_EF_SEARCH", 50, minimum=1, maximum=1000)
for _name in ("document_chunks", "nitpick_issues", "conversation_turns", "review_sessions"):
    env.fixed(f"VECTOR_COLLECTION_{_name.upper()}", _name, "It names a table, which migrations make and do not rename.")

# Requests: of one client a second, after a burst of four seconds' worth, 0 for no limit; seconds for all headers (for
# a body three times as many, and more by its size); uploads of one person a minute, 0 for no limit, and at once.
REQUESTS_PER_SECOND = env.integer("REQUESTS_PER_SECOND", 100, maximum=10_000)
REQUEST_HEADERS_S = env.integer("REQUEST_HEADERS_S", 10, minimum=1, maximum=600)
UPLOADS_PER_MINUTE = env.integer("UPLOADS_PER_MINUTE", 60)
UPLOADS_AT_ONCE = env.integer("UPLOADS_AT_ONCE", 4, minimum=1, maximum=100)

# Turns.
CHAT_MAX_ROUNDS = env.integer("CHAT_MAX_ROUNDS", 8, minimum=1, maximum=100)
CHAT_TURN_LEASE_S = env.integer("CHAT_TURN_LEASE_S", 30, minimum=2, maximum=3600)
CHAT_TURN_WORKERS = env.integer("CHAT_TURN_WORKERS", 256, minimum=1, maximum=5000)
CHAT_HISTORY_MESSAGES = env.integer("CHAT_HISTORY_MESSAGES", 24, minimum=2, maximum=1000)
CHAT_MAX_MESSAGE_CHARS = env.integer("CHAT_MAX_MESSAGE_CHARS", 32_000, minimum=100)
# How much a model may write: in a reply of a chat, and in a structured answer, which may be a document.
CHAT_MAX_OUTPUT_TOKENS = env.integer("CHAT_MAX_OUTPUT_TOKENS", 1500, minimum=50)
CHAT_MAX_ANSWER_TOKENS = env.integer("CHAT_MAX_ANSWER_TOKENS", 8000, minimum=50)
# The clocks of a model call in seconds; 0: as the model's card says.
CHAT_FIRST_TOKEN_S, CHAT_IDLE_S, CHAT_TOTAL_S = (
    env.integer(f"CHAT_{name}_S", 0, maximum=86_400) for name in ("FIRST_TOKEN", "IDLE", "TOTAL")
)
# Limits by person and assistant, 0 for none: turns a minute and tokens a day; one assistant's own wins.
CHAT_TURNS_PER_MINUTE = env.integer("CHAT_TURNS_PER_MINUTE", 300)
CHAT_TOKENS_PER_DAY = env.integer("CHAT_TOKENS_PER_DAY", 0)
# Frames a second that one person's sockets take, all together, after a burst of fifteen seconds' worth; 0 for no limit.
CHAT_FRAMES_PER_SECOND = env.integer("CHAT_FRAMES_PER_SECOND", 30, maximum=10_000)
ASSISTANT_TURNS_PER_MINUTE = {
    slug: env.integer(f"{slug.upper()}_TURNS_PER_MINUTE", -1, minimum=-1) for slug in ASSISTANTS
}
ASSISTANT_TOKENS_PER_DAY = {slug: env.integer(f"{slug.upper()}_TOKENS_PER_DAY", -1, minimum=-1) for slug in ASSISTANTS}

# PA dealing.
PA_DEALING_HIGH_VALUE = env.decimal("PA_DEALING_HIGH_VALUE", "100000")
PA_DEALING_BASE_CURRENCY = env.text("PA_DEALING_BASE_CURRENCY", "EUR")
# Days for which an approval is good.
APPROVAL_DAYS = env.integer("APPROVAL_DAYS", 7, minimum=1, maximum=365)
# Minutes in which an officer may take back a decision of their own; 0 for never.
TAKE_BACK_MINUTES = env.integer("TAKE_BACK_MINUTES", 30, minimum=0, maximum=1440)
# Turns that may try before an objective is left incomplete.
PURSUIT_MAX_ATTEMPTS = env.integer("PURSUIT_MAX_ATTEMPTS", 4, minimum=1, maximum=50)
# A SearXNG, whose JSON format is switched on: https://searx.example/search. Empty: no web search.
WEB_SEARCH_URL = env.text("WEB_SEARCH_URL")
# The largest file that a person may drop into a question, in megabytes.
PURSUIT_UPLOAD_MB = env.integer("PURSUIT_UPLOAD_MB", 10, minimum=1, maximum=10)

PROCRASTINATE_AUTODISCOVER_MODULE_NAME = "jobs"
# Where the daily roots of the audit trail are written besides: a file, and an https address. Empty: nowhere.
AUDIT_ROOTS_FILE = env.text("AUDIT_ROOTS_FILE")
AUDIT_ROOTS_WEBHOOK = env.text("AUDIT_ROOTS_WEBHOOK")

# Sign-in.
AUTHENTICATION_BACKENDS = ["axes.backends.AxesStandaloneBackend", "django.contrib.auth.backends.ModelBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
]
# Wrong passwords until a name is locked at one address, and until everything from one address is slowed.
LOGIN_ATTEMPTS = env.integer("LOGIN_ATTEMPTS", 5, minimum=1)
LOGIN_ATTEMPTS_PER_ADDRESS = env.integer("LOGIN_ATTEMPTS_PER_ADDRESS", 20, minimum=1)
AXES_HANDLER = "chat.access.lockout.PacedHandler"
AXES_FAILURE_LIMIT = "chat.access.lockout.failure_limit"
AXES_USERNAME_CALLABLE = "chat.access.lockout.name_of"
AXES_CLIENT_IP_CALLABLE = "chat.access.proxy.address_of"
AXES_LOCKOUT_CALLABLE = "chat.access.lockout.refusal"
AXES_COOLOFF_TIME = 0.25
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_LOCKOUT_TEMPLATE = "registration/locked.html"
AXES_RESET_ON_SUCCESS = True
AXES_VERBOSE = False
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "login"
SESSION_COOKIE_SAMESITE = "Lax"

# The web's safety. Production is everything without DEBUG; TLS ends at a proxy that sets X-Forwarded-Proto.
HTTPS = env.boolean("HTTPS", not DEBUG)
# The proxies whose X-Forwarded-For and X-Forwarded-Proto are believed; nobody else's are.
TRUSTED_PROXIES = env.networks("TRUSTED_PROXIES")
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if TRUSTED_PROXIES else None
SECURE_SSL_REDIRECT = HTTPS
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
# Browsers keep to these for a year, and a list that they bring along for longer: only who owns the whole domain asks.
SECURE_HSTS_INCLUDE_SUBDOMAINS = env.boolean("HSTS_INCLUDE_SUBDOMAINS")
SECURE_HSTS_PRELOAD = env.boolean("HSTS_PRELOAD")
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$", r"^metrics$"]
SESSION_COOKIE_SECURE = HTTPS
CSRF_COOKIE_SECURE = HTTPS
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"

# The interface for programs.
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "chat.access.tokens.PacedTokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["chat.api.parsing.RequestParser"],
    "DEFAULT_PAGINATION_CLASS": "rest_framework.pagination.PageNumberPagination",
    "PAGE_SIZE": 50,
    "EXCEPTION_HANDLER": "chat.errors.api_error",
    "DEFAULT_SCHEMA_CLASS": "chat.api.schema.ProjectSchema",
}

STATIC_URL = "static/"
STATICFILES_DIRS = [BASE_DIR / "static", CHARTS]
STATIC_ROOT = DATA_DIR / "static"
_MANIFEST = "whitenoise.storage.CompressedManifestStaticFilesStorage"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage" if DEBUG else _MANIFEST},
}
WHITENOISE_USE_FINDERS = DEBUG
# Fonts of PDFs; each has its licence beside it.
FONTS_DIR = BASE_DIR / "fonts"
ARTIFACTS_DIR = Path(env.text("ARTIFACTS_DIR", str(DATA_DIR / "artifacts"))).expanduser()
# The largest start of a review, in megabytes of JSON.
REVIEW_START_MB = env.integer("REVIEW_START_MB", 200, minimum=1, maximum=1000)
# For how long a request waits for the artifacts of a review, in seconds; then it gets a token to ask again with.
CLEANUP_TIMEOUT_S = env.integer("CLEANUP_TIMEOUT_S", 30, minimum=0, maximum=3600)

# English, unless a person chose Dutch or their browser prefers it; `python -m scripts.messages` keeps locale/.
LANGUAGE_CODE = "en-gb"
LANGUAGES = [("en-gb", "English"), ("nl", "Nederlands")]
LOCALE_PATHS = [BASE_DIR / "locale"]
LANGUAGE_COOKIE_AGE = 31_536_000
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SECURE = HTTPS
TIME_ZONE = "UTC"
EMAIL_BACKEND = env.text("EMAIL_BACKEND", "django.core.mail.backends.console.EmailBackend")
DEFAULT_FROM_EMAIL = env.text("DEFAULT_FROM_EMAIL", "assistants@localhost")
EMAIL_HOST = env.text("EMAIL_HOST", "localhost")
EMAIL_PORT = env.integer("EMAIL_PORT", 25, minimum=1, maximum=65535)
EMAIL_HOST_USER = env.text("EMAIL_HOST_USER")
EMAIL_HOST_PASSWORD = env.text("EMAIL_HOST_PASSWORD")
EMAIL_USE_TLS = env.boolean("EMAIL_USE_TLS")
EMAIL_TIMEOUT = 20

LOG_LEVEL = env.choice("LOG_LEVEL", "INFO", ("DEBUG", "INFO", "WARNING", "ERROR"))
LOGGING = logging_to_stderr(LOG_LEVEL, ("chat", "llm", "audit", "config", "retrieval", *ASSISTANTS))
