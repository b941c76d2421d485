BEGIN TRANSACTION;
CREATE TABLE accounts (
        player TEXT NOT NULL PRIMARY KEY REFERENCES persons (player) ON DELETE CASCADE,
        login TEXT NOT NULL UNIQUE,
        password TEXT NOT NULL
    ) WITHOUT ROWID
    ;
INSERT INTO "accounts" VALUES('pencoh57eg3llc7nk','ana','$argon2id$v=19$m=65536,t=3,p=4$ADn2GYdKJ2pUiCM0wxHawQ$qfEQdRawMa1JEJgtFAdEdzOj1fJ27V2hVoLkMjmO3Hw');
CREATE TABLE commands (
        table_id TEXT NOT NULL REFERENCES tables (id),
        command_id TEXT NOT NULL,
        answer TEXT NOT NULL,
        PRIMARY KEY (table_id, command_id)
    ) WITHOUT ROWID
    ;
INSERT INTO "commands" VALUES('274qa434wkrvhfts',' open-0','{"seq": 2, "last": 2}');
INSERT INTO "commands" VALUES('274qa434wkrvhfts',' open-1','{"seq": 3, "last": 3}');
INSERT INTO "commands" VALUES('274qa434wkrvhfts','pencoh57eg3llc7nk c0','{"seq": 4, "last": 5}');
INSERT INTO "commands" VALUES('274qa434wkrvhfts','pencoh57eg3llc7nk c1','{"seq": 8, "last": 8}');
INSERT INTO "commands" VALUES('274qa434wkrvhfts','pencoh57eg3llc7nk c2','{"seq": 10, "last": 10}');
INSERT INTO "commands" VALUES('274qa434wkrvhfts','pencoh57eg3llc7nk c3','{"seq": 11, "last": 11}');
INSERT INTO "commands" VALUES('274qa434wkrvhfts','pencoh57eg3llc7nk c4','{"seq": 14, "last": 14}');
INSERT INTO "commands" VALUES('274qa434wkrvhfts','pencoh57eg3llc7nk c5','{"seq": 15, "last": 15}');
INSERT INTO "commands" VALUES('274qa434wkrvhfts','pencoh57eg3llc7nk c6','{"seq": 16, "last": 16}');
INSERT INTO "commands" VALUES('274qa434wkrvhfts#secrets','deal 1','8df24a5c54493519c8340b192da3191e2d278c83f4c48842e918bc81ea70670e');
CREATE TABLE events (
        table_id TEXT NOT NULL REFERENCES tables (id),
        seq INTEGER NOT NULL,
        start INTEGER NOT NULL,
        command_id TEXT,
        body TEXT NOT NULL,
        PRIMARY KEY (table_id, seq)
    ) WITHOUT ROWID
    ;
INSERT INTO "events" VALUES('274qa434wkrvhfts',1,1,NULL,'{"type":"opened","at":1795378689152,"match":"274qa434wkrvhfts","rulebook":"canastra-duelo","sha256":"6966c38aae55e3aeee6fb81555d20f9dcf7c5e3e490959afb729dbb7a37a8be2","target":0,"turn":0,"bank":0,"increment":0,"grace":60000,"between":20000,"undo":true,"stand_in":"greedy"}');
INSERT INTO "events" VALUES('274qa434wkrvhfts',2,2,' open-0','{"type":"sat","at":1795378689227,"seat":0,"player":"pencoh57eg3llc7nk","name":"Ana"}');
INSERT INTO "events" VALUES('274qa434wkrvhfts',3,3,' open-1','{"type":"bot_sat","at":1795378689240,"seat":1,"level":"greedy","name":"greedy 2"}');
INSERT INTO "events" VALUES('274qa434wkrvhfts',4,4,'pencoh57eg3llc7nk c0','{"type":"readied","at":1795378689315,"seat":0}');
INSERT INTO "events" VALUES('274qa434wkrvhfts',5,4,'pencoh57eg3llc7nk c0','{"type":"started","at":1795378689315}');
INSERT INTO "events" VALUES('274qa434wkrvhfts',6,6,NULL,'{"type":"dealer_drawn","at":1795378689326,"dealer":1,"drawn":["0 4D","1 6S"]}');
INSERT INTO "events" VALUES('274qa434wkrvhfts',7,7,NULL,'{"type":"committed","at":1795378689376,"deal":1,"commitment":"fc4a55c9997c52726fa79e4e505da748505a58617538437a0e049dbec47b3e1a"}');
INSERT INTO "events" VALUES('274qa434wkrvhfts',8,8,'pencoh57eg3llc7nk c1','{"type":"contributed","at":1795378689416,"seat":0,"bytes":"d7a56d3cfcf9a44d"}');
INSERT INTO "events" VALUES('274qa434wkrvhfts',9,9,NULL,'{"type":"dealt","at":1795378689431,"step":1,"deal":1,"dealer":1,"hands":["JD 5D AD 4S 8C 8H 7C JD 7H 6D QD","9S 2H 9C 7D 9C KH JH JS 5C KH 4C"],"mortos":["QC KS 2C 9H QH 4D QC 3C AC 2S AD","8H 3H KD TD 5C KD JC 9H 6C 9S 8C"],"stock":"2D 4H 6S 3H AH QS 7H 5H AS 8D TS 5S 2S 7S 5D 6S 5H 7S 8S QH 6H 4C 7C QS 3S QD TC 3C 9D KS AC 4H 2H 3S TC 4S 2D 2C JS 8S 6D AH 6H TH 3D KC 6C JC 3D TS 4D TH AS 7D KC 5S 8D 9D JH TD","fairness":{"version":"canastra-shuffle/1","match":"274qa434wkrvhfts","deal":1,"dealer":1,"commitment":"fc4a55c9997c52726fa79e4e505da748505a58617538437a0e049dbec47b3e1a","contributions":["d7a56d3cfcf9a44d",""],"secret":"8df24a5c54493519c8340b192da3191e2d278c83f4c48842e918bc81ea70670e"}}');
INSERT INTO "events" VALUES('274qa434wkrvhfts',10,10,'pencoh57eg3llc7nk c2','{"type":"played","at":1795378689436,"step":2,"seat":0,"entry":"draw 2D"}');
INSERT INTO "events" VALUES('274qa434wkrvhfts',11,11,'pencoh57eg3llc7nk c3','{"type":"played","at":1795378689850,"step":3,"seat":0,"entry":"discard JD"}');
INSERT INTO "events" VALUES('274qa434wkrvhfts',12,12,NULL,'{"type":"played","at":1795378692942,"step":4,"seat":1,"entry":"draw 4H","bot":"greedy"}');
INSERT INTO "events" VALUES('274qa434wkrvhfts',13,13,NULL,'{"type":"played","at":1795378693038,"step":5,"seat":1,"entry":"discard 7D","bot":"greedy"}');
INSERT INTO "events" VALUES('274qa434wkrvhfts',14,14,'pencoh57eg3llc7nk c4','{"type":"played","at":1795378693178,"step":6,"seat":0,"entry":"take"}');
INSERT INTO "events" VALUES('274qa434wkrvhfts',15,15,'pencoh57eg3llc7nk c5','{"type":"played","at":1795378693250,"step":7,"seat":0,"entry":"meld 5D 2D 7D"}');
INSERT INTO "events" VALUES('274qa434wkrvhfts',16,16,'pencoh57eg3llc7nk c6','{"type":"played","at":1795378693270,"step":8,"seat":0,"entry":"discard 4S"}');
INSERT INTO "events" VALUES('274qa434wkrvhfts',17,17,NULL,'{"type":"disconnected","at":1795378693300,"seat":0}');
INSERT INTO "events" VALUES('274qa434wkrvhfts',18,18,NULL,'{"type":"played","at":1795378693308,"step":9,"seat":1,"entry":"draw 6S","bot":"greedy"}');
INSERT INTO "events" VALUES('274qa434wkrvhfts',19,19,NULL,'{"type":"played","at":1795378693342,"step":10,"seat":1,"entry":"discard 4H","bot":"greedy"}');
CREATE TABLE house_rulebooks (
        id TEXT NOT NULL PRIMARY KEY,
        document TEXT NOT NULL,
        made_by TEXT NOT NULL
    ) WITHOUT ROWID
    ;
CREATE TABLE hushes (
        player TEXT NOT NULL REFERENCES persons (player) ON DELETE CASCADE,
        kind TEXT NOT NULL CHECK (kind IN ('mute', 'block')),
        target TEXT NOT NULL REFERENCES persons (player) ON DELETE CASCADE,
        PRIMARY KEY (player, kind, target)
    ) WITHOUT ROWID
    ;
CREATE TABLE lines (
        table_id TEXT NOT NULL,
        n INTEGER NOT NULL,
        at INTEGER NOT NULL,
        player TEXT NOT NULL,
        name TEXT NOT NULL,
        seat INTEGER,
        text TEXT,
        preset TEXT,
        audience TEXT NOT NULL,
        command_id TEXT NOT NULL,
        PRIMARY KEY (table_id, n),
        UNIQUE (table_id, player, command_id)
    ) WITHOUT ROWID
    ;
CREATE TABLE lobby_seats (
        player TEXT NOT NULL,
        n INTEGER NOT NULL,
        PRIMARY KEY (player, n)
    ) WITHOUT ROWID
    ;
INSERT INTO "lobby_seats" VALUES('pencoh57eg3llc7nk',1);
CREATE TABLE lobby_tables (
        n INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
        id TEXT NOT NULL UNIQUE,
        opener TEXT NOT NULL,
        opened INTEGER NOT NULL,
        former TEXT UNIQUE,
        terms TEXT NOT NULL,
        private INTEGER NOT NULL,
        watch INTEGER NOT NULL,
        rulebook TEXT NOT NULL,
        base TEXT NOT NULL,
        state TEXT NOT NULL DEFAULT 'opening',
        free INTEGER NOT NULL DEFAULT 0,
        entry TEXT NOT NULL DEFAULT ''
    );
INSERT INTO "lobby_tables" VALUES(1,'274qa434wkrvhfts','pencoh57eg3llc7nk',1795378689152,NULL,'{"hints": true, "mode": "presets", "partners": false, "key": "2dmGnXd6gmAR7kUrDv3Yqw"}',0,1,'canastra-duelo','canastra-duelo','running',0,'{"state":"running","stage":"playing","seats":[{"kind":"person","player":"pencoh57eg3llc7nk","name":"Ana","level":""},{"kind":"bot","player":"","name":"greedy 2","level":"greedy"}],"target":0,"clock":{"turn":0,"bank":0,"increment":0,"grace":60000,"between":20000},"undo":true,"points":[0,0],"next_dealer":"next_seat","lots":false,"encounter":null}');
CREATE TABLE match_players (
        player TEXT NOT NULL,
        n INTEGER NOT NULL,
        seat INTEGER NOT NULL,
        rulebook TEXT NOT NULL,
        outcome TEXT NOT NULL,
        points_for INTEGER NOT NULL,
        points_against INTEGER NOT NULL,
        PRIMARY KEY (player, n)
    ) WITHOUT ROWID
    ;
CREATE TABLE matches (
        n INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
        id TEXT NOT NULL UNIQUE,
        rulebook TEXT NOT NULL,
        private INTEGER NOT NULL,
        ended INTEGER NOT NULL,
        players TEXT NOT NULL,
        points TEXT NOT NULL,
        reason TEXT NOT NULL,
        winner INTEGER
    );
CREATE TABLE persons (
        player TEXT NOT NULL PRIMARY KEY,
        name TEXT NOT NULL,
        language TEXT NOT NULL,
        since INTEGER NOT NULL
    ) WITHOUT ROWID
    ;
INSERT INTO "persons" VALUES('pencoh57eg3llc7nk','Ana','pt',1795378686744);
CREATE TABLE reports (
        id INTEGER PRIMARY KEY,
        at INTEGER NOT NULL,
        reporter TEXT REFERENCES persons (player) ON DELETE SET NULL,
        player TEXT NOT NULL,
        name TEXT NOT NULL,
        reason TEXT NOT NULL,
        table_id TEXT,
        text TEXT NOT NULL,
        excerpt TEXT NOT NULL
    );
CREATE TABLE sessions (
        hash BLOB NOT NULL PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        player TEXT NOT NULL REFERENCES persons (player) ON DELETE CASCADE,
        via TEXT NOT NULL CHECK (via IN ('cookie', 'token')),
        label TEXT,
        created INTEGER NOT NULL,
        used INTEGER
    ) WITHOUT ROWID
    ;
INSERT INTO "sessions" VALUES(X'BC498F5B2945E2C181F32B4B5E98B44520F5353F4E6312DE770F1BAAB13C5F78','sxgtryhbdvrcnznft','pencoh57eg3llc7nk','token',NULL,1795378687786,1795378687786);
INSERT INTO "sessions" VALUES(X'FD9209F74FB8845183054CD1254B924A9F76D0BB139245D9D4061BA89673B048','sdxzno56ehzcjgnut','pencoh57eg3llc7nk','token',NULL,1795378688766,1795378688766);
CREATE TABLE snapshots (
        table_id TEXT NOT NULL PRIMARY KEY REFERENCES tables (id),
        seq INTEGER NOT NULL,
        data BLOB NOT NULL
    );
CREATE TABLE tables (
        id TEXT NOT NULL PRIMARY KEY,
        header TEXT NOT NULL,
        live INTEGER NOT NULL DEFAULT 1
    ) WITHOUT ROWID
    ;
INSERT INTO "tables" VALUES('274qa434wkrvhfts','{"form": 1, "opened": {"type": "opened", "at": 1795378689152, "match": "274qa434wkrvhfts", "rulebook": "canastra-duelo", "sha256": "6966c38aae55e3aeee6fb81555d20f9dcf7c5e3e490959afb729dbb7a37a8be2", "target": 0, "turn": 0, "bank": 0, "increment": 0, "grace": 60000, "between": 20000, "undo": true, "stand_in": "greedy"}}',1);
INSERT INTO "tables" VALUES('274qa434wkrvhfts#secrets','{}',0);
CREATE INDEX tables_by_live ON tables (live, id);
CREATE INDEX sessions_by_player ON sessions (player);
CREATE INDEX hushes_by_target ON hushes (target);
CREATE INDEX reports_by_reporter ON reports (reporter, at);
CREATE INDEX house_rulebooks_by_maker ON house_rulebooks (made_by);
CREATE INDEX lobby_open ON lobby_tables (n) WHERE state = 'seating' AND private = 0 AND free > 0;
CREATE INDEX lobby_running ON lobby_tables (n) WHERE state = 'running' AND private = 0 AND watch = 1;
CREATE INDEX lobby_unfinished ON lobby_tables (opener, n) WHERE state IN ('opening', 'seating', 'running');
CREATE INDEX lobby_seats_by_table ON lobby_seats (n);
CREATE INDEX lines_by_time ON lines (at);
CREATE INDEX lines_by_player ON lines (player);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('lobby_tables',1);
COMMIT;
