"""One post of each service, as the service sends it, made up."""

from __future__ import annotations

TWEET = {
    "created_at": "Fri Jan 09 12:29:56 +0000 2015",
    "id": 553529101659566080,
    "id_str": "553529101659566080",
    "text": "Flood in Harwick https://t.co/abc",
    "truncated": True,
    "extended_tweet": {
        "full_text": "Flood in Harwick, the whole story https://t.co/abc https://t.co/def",
        "entities": {
            "urls": [
                {
                    "url": "https://t.co/def",
                    "expanded_url": "https://news.example/flood?utm_source=x",
                }
            ]
        },
    },
    "entities": {
        "hashtags": [{"text": "harwick"}],
        "urls": [{"url": "https://t.co/abc", "expanded_url": "http://bit.ly/1a2B"}],
        "media": [
            {"url": "https://t.co/pic", "expanded_url": "https://twitter.com/a/status/1/photo/1"}
        ],
    },
    "quoted_status": {
        "id_str": "2",
        "text": "quoted",
        "entities": {"urls": [{"expanded_url": "https://other.example/quoted"}]},
    },
    "retweet_count": 177,
    "favorite_count": 14,
    "lang": "en",
    "user": {"id_str": "24506246", "screen_name": "herald", "followers_count": 1000},
}
PAGE_OF_TWEETS = {
    "data": [
        {
            "id": "10",
            "text": "RT @b: cut sho…",
            "author_id": "7",
            "created_at": "2024-03-05T10:00:00.000Z",
            "lang": "en",
            "public_metrics": {"retweet_count": 3, "like_count": 4},
            "referenced_tweets": [{"type": "retweeted", "id": "9"}],
        },
        {
            "id": "11",
            "text": "No link here",
            "author_id": "8",
            "created_at": "2024-03-05T10:00:01.000Z",
        },
    ],
    "includes": {
        "users": [{"id": "7", "username": "ann", "public_metrics": {"followers_count": 5}}],
        "tweets": [
            {
                "id": "9",
                "text": "The whole text https://t.co/x",
                "entities": {
                    "urls": [
                        {
                            "url": "https://t.co/x",
                            "expanded_url": "http://ow.ly/q",
                            "unwound_url": "https://news.example/whole",
                        }
                    ]
                },
            }
        ],
    },
    "meta": {"result_count": 2},
}
FLAT_TWEET = {
    "id": "12",
    "text": "Dam broken https://t.co/z",
    "author_id": "7",
    "created_at": "2024-03-05T11:00:00.000Z",
    "entities": {"urls": [{"url": "https://t.co/z", "expanded_url": "https://news.example/dam"}]},
    "author": {"username": "ann", "public_metrics": {"followers_count": 5}},
}
JETSTREAM = {
    "did": "did:plc:abc",
    "time_us": 1709633000000000,
    "kind": "commit",
    "commit": {
        "rev": "3kabc",
        "operation": "create",
        "collection": "app.bsky.feed.post",
        "rkey": "3kxyz",
        "record": {
            "$type": "app.bsky.feed.post",
            "text": "Harwick is under water #flood",
            "langs": ["en"],
            "createdAt": "2024-03-05T10:03:20.000Z",
            "facets": [
                {
                    "features": [
                        {"$type": "app.bsky.richtext.facet#link", "uri": "https://a.example/1"}
                    ]
                },
                {"features": [{"$type": "app.bsky.richtext.facet#tag", "tag": "flood"}]},
            ],
            "embed": {
                "$type": "app.bsky.embed.recordWithMedia",
                "media": {
                    "external": {
                        "uri": "https://b.example/2",
                        "title": "Flood",
                        "description": "In Harwick",
                    }
                },
            },
        },
        "cid": "bafy",
    },
}
BLUESKY_VIEW = {
    "uri": "at://did:plc:abc/app.bsky.feed.post/3kxyz",
    "author": {"did": "did:plc:abc"},
    "record": JETSTREAM["commit"]["record"],
    "likeCount": 5,
    "repostCount": 2,
}
MASTODON = {
    "id": "111",
    "uri": "https://social.example/users/ann/statuses/111",
    "url": "https://social.example/@ann/111",
    "created_at": "2024-03-05T10:05:00.000Z",
    "language": "en",
    "content": '<p>Water in <a href="https://social.example/tags/harwick" class="mention hashtag">#harwick</a>'
    '</p><p><a href="https://news.example/water?a=1&amp;b=2"><span>news</span></a></p>',
    "account": {"acct": "ann", "url": "https://social.example/@ann", "followers_count": 12},
    "card": {
        "url": "https://news.example/water?a=1&b=2",
        "title": "Water",
        "description": "Rising",
    },
    "tags": [{"name": "harwick"}],
    "reblogs_count": 2,
    "favourites_count": 3,
}
REDDIT = {
    "name": "t3_abc",
    "title": "Flood in Harwick",
    "selftext": "see https://own.example/text.",
    "permalink": "/r/news/comments/abc/flood/",
    "subreddit": "news",
    "url": "https://news.example/reddit",
    "is_self": False,
    "created_utc": 1709633000.0,
    "author_fullname": "t2_x",
    "score": 10,
    "num_comments": 3,
}
TELEGRAM = {
    "id": 5,
    "type": "message",
    "date": "2024-03-05T10:10:00",
    "date_unixtime": "1709633400",
    "from_id": "channel1",
    "channel": "harwicknews",
    "text": "Evacuation",
    "text_entities": [
        {"type": "plain", "text": "Evacuation, "},
        {"type": "text_link", "text": "details", "href": "https://news.example/tg"},
    ],
}
