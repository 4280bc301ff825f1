"""The page templates of the generated web: five styles of markup."""

from __future__ import annotations

from typing import NamedTuple


class Template(NamedTuple):
    """The pieces of a page, with slots for ``str.format``."""

    page: str
    menu: str
    menu_item: str
    article: str
    paragraph: str
    listing: str
    card: str
    box: str
    box_item: str
    style: str


BROADSHEET = Template(
    page='{banner}<div class="page"><header class="masthead"><div class="masthead__date">{today}</div><a class="masthead__logo" href="{root}">{name}</a>{search}</header>{menu}{advert}<main id="content" class="layout"><div class="layout__main">{main}{after}</div><aside class="layout__side">{side}</aside></main>{foot}</div>',
    menu='<nav class="menu" aria-label="Main"><ul class="menu__list">{items}</ul></nav>',
    menu_item='<li class="menu__item"><a class="menu__link" href="{url}">{text}</a></li>',
    article='<article class="story" itemscope itemtype="http://schema.org/NewsArticle"><p class="story__crumbs">{crumbs}</p><h1 class="story__title" itemprop="headline">{title}</h1><div class="story__meta">{byline}</div><figure class="story__figure"><img src="/media/{number}-960.jpg" srcset="/media/{number}-480.jpg 480w, /media/{number}-960.jpg 960w" alt=""><figcaption>{caption}</figcaption></figure><div class="story__body" itemprop="articleBody">{body}</div></article>',
    paragraph='<p class="story__p">{text}</p>',
    listing='<section class="river"><h1 class="river__title">{title}</h1>{items}</section>',
    card='<article class="card"><a class="card__link" href="{url}"><img class="card__image" loading="lazy" src="/media/{number}-240.jpg" alt=""><h2 class="card__title">{text}</h2></a><p class="card__teaser">{teaser}</p>{date}</article>',
    box='<section class="box box--{kind}"><h3 class="box__title">{heading}</h3><ul class="box__list">{items}</ul></section>',
    box_item='<li class="box__item"><a class="box__link" data-track="{kind}:{number}" href="{url}"{rel}>{text}</a></li>',
    style=".page{max-width:1180px;margin:0 auto;font:17px/1.55 Georgia,serif;color:#1b1b1b}.masthead{border-bottom:3px double #222;padding:18px 0;text-align:center}.masthead__logo{font:bold 42px Georgia,serif;color:#111;text-decoration:none}.menu__list{display:flex;gap:22px;list-style:none;padding:10px 0;border-bottom:1px solid #bbb}.layout{display:grid;grid-template-columns:1fr 320px;gap:36px}.story__title{font-size:38px;line-height:1.15}.box{border-top:2px solid #222;margin:24px 0}a{color:#14417a}",
)
TABLOID = Template(
    page='{banner}<div id="wrapper"><div id="top"><a href="{root}" id="brand"><span>{name}</span></a><span id="now">{today}</span>{search}</div>{menu}<table id="frame" cellpadding="0"><tr><td id="left">{main}{after}</td><td id="right">{advert}{side}</td></tr></table>{foot}</div>',
    menu='<div id="nav">{items}</div>',
    menu_item='<a class="tab" href="{url}">{text}</a>',
    article='<div id="article"><div class="path">{crumbs}</div><h1>{title}</h1><div class="info">{byline}</div><img class="lead" src="/pics/{number}.jpg" alt="{caption}"><div id="text">{body}</div></div>',
    paragraph="<p>{text}</p>",
    listing='<div id="list"><h1>{title}</h1>{items}</div>',
    card='<div class="teaser"><a href="{url}"><img src="/pics/{number}-s.jpg" alt="" width="120"></a><h3><a href="{url}">{text}</a></h3>{date}<div class="intro">{teaser}</div></div>',
    box='<div class="block {kind}"><b class="head">{heading}</b>{items}</div>',
    box_item='<div class="row">&raquo; <a href="{url}"{rel}>{text}</a></div>',
    style="body{margin:0;background:#e9e9ee;font:15px/1.4 Arial,sans-serif}#wrapper{width:1080px;margin:0 auto;background:#fff;padding:0 14px}#top{background:#c8102e;color:#fff;padding:14px}#brand span{font:italic 900 36px Impact,sans-serif;color:#fff}#nav{background:#111;padding:9px}.tab{color:#fff;margin-right:16px;text-decoration:none;font-weight:bold}#left{width:730px;vertical-align:top;padding-right:20px}#right{vertical-align:top;width:310px}.lead{width:100%;min-height:260px;background:#ccd}.block{background:#f4f4f7;margin:14px 0;padding:10px}.head{display:block;color:#c8102e}",
)
PORTAL = Template(
    page='{banner}<div class="app" data-app="portal"><div class="bar"><div class="bar-inner"><a class="logo" href="{root}"><svg width="28" height="28" viewBox="0 0 28 28"><circle cx="14" cy="14" r="12"></circle></svg>{name}</a>{search}<time class="clock">{today}</time></div></div>{menu}<div class="columns"><div class="col col-8">{main}</div><div class="col col-4">{side}{advert}</div></div><div class="wide">{after}</div>{foot}</div>',
    menu='<div class="tabs" role="navigation"><div class="tabs-scroll">{items}</div></div>',
    menu_item='<span class="tab-item"><a href="{url}" data-navigation="1">{text}</a></span>',
    article='<div class="content-article" role="main"><div class="breadcrumb">{crumbs}</div><div class="headline"><h1>{title}</h1></div><div class="credits">{byline}</div><div class="media"><picture><source type="image/webp" srcset="/img/{number}.webp"><img src="/img/{number}.jpg" alt="{caption}"></picture></div><div class="rich-text">{body}</div></div>',
    paragraph='<div class="rich-text-block"><p>{text}</p></div>',
    listing='<div class="feed"><div class="feed-title"><h1>{title}</h1></div>{items}</div>',
    card='<div class="feed-item" data-id="{number}"><div class="feed-item-image"><img src="/img/{number}-t.webp" alt=""></div><div class="feed-item-text"><a href="{url}"><strong>{text}</strong></a><p>{teaser}</p>{date}</div></div>',
    box='<div class="widget widget-{kind}"><div class="widget-title">{heading}</div><div class="widget-items">{items}</div></div>',
    box_item='<div class="widget-item"><a href="{url}"{rel}><span class="widget-item-title">{text}</span></a></div>',
    style=".app{font:16px/1.5 system-ui,Helvetica,sans-serif;color:#202733}.bar{background:#0b3d5c;color:#fff}.bar-inner{display:flex;justify-content:space-between;max-width:1240px;margin:0 auto;padding:14px}.logo{color:#fff;font-size:26px;font-weight:700;text-decoration:none}.logo circle{fill:#f5a623}.tabs{background:#eef3f7;padding:10px}.tab-item{margin:0 14px}.columns,.wide{max-width:1240px;margin:20px auto;display:flex;gap:32px;flex-wrap:wrap}.col-8{flex:2}.col-4{flex:1}.media img{width:100%;min-height:280px;background:#cfd8dc}.widget{border:1px solid #d5dee5;border-radius:8px;padding:14px;margin-bottom:18px}.widget-title{font-weight:700;color:#0b3d5c}.widget-item{padding:6px 0;border-bottom:1px solid #eef3f7}",
)
AGENCY = Template(
    page='{banner}<header><h2><a href="{root}">{name}</a></h2><small>{today}</small>{search}</header>{menu}<main>{main}</main><aside>{side}</aside><section id="more">{after}</section>{advert}{foot}',
    menu="<nav><ul>{items}</ul></nav>",
    menu_item='<li><a href="{url}">{text}</a></li>',
    article="<article><nav>{crumbs}</nav><h1>{title}</h1><address>{byline}</address>{body}<p><em>{caption}</em></p></article>",
    paragraph="<p>{text}</p>",
    listing="<section><h1>{title}</h1><ol>{items}</ol></section>",
    card='<li><a href="{url}">{text}</a> {date}<br><span>{teaser}</span></li>',
    box='<section class="{kind}"><h4>{heading}</h4><ul>{items}</ul></section>',
    box_item='<li><a href="{url}"{rel}>{text}</a></li>',
    style="body{max-width:900px;margin:0 auto;padding:0 20px;font:17px/1.6 Charter,Cambria,serif;color:#222}header{display:flex;justify-content:space-between;align-items:baseline;border-bottom:1px solid #ddd}nav ul{display:flex;gap:18px;list-style:none;padding:0}h1{font-weight:500}aside,#more{columns:2;font-size:15px;border-top:1px solid #ddd}address{color:#666;font-style:normal}",
)
BLOG = Template(
    page='{banner}<div class="site"><div class="site-header"><p class="site-title"><a href="{root}" rel="home">{name}</a></p><p class="site-description">{today}</p></div>{menu}<div class="site-content"><div class="content-area">{main}{after}</div><div class="widget-area" role="complementary">{search}{side}{advert}</div></div>{foot}</div>',
    menu='<nav class="main-navigation"><div class="menu-primary-container"><ul id="menu-primary" class="menu">{items}</ul></div></nav>',
    menu_item='<li class="menu-item menu-item-type-taxonomy"><a href="{url}">{text}</a></li>',
    article='<article id="post-{number}" class="post type-post status-publish hentry"><header class="entry-header"><span class="cat-links">{crumbs}</span><h1 class="entry-title">{title}</h1><div class="entry-meta">{byline}</div></header><div class="entry-content">{body}<p class="wp-caption-text">{caption}</p></div></article>',
    paragraph="<p>{text}</p>\n",
    listing='<header class="page-header"><h1 class="page-title">{title}</h1></header>{items}',
    card='<article class="post hentry"><h2 class="entry-title"><a href="{url}" rel="bookmark">{text}</a></h2><div class="entry-summary"><p>{teaser}</p></div>{date}</article>',
    box='<section class="widget widget_{kind}"><h2 class="widget-title">{heading}</h2><ul>{items}</ul></section>',
    box_item='<li><a href="{url}"{rel}>{text}</a></li>',
    style=".site{max-width:1100px;margin:0 auto;font:16px/1.7 'Open Sans',Verdana,sans-serif;color:#333}.site-header{background:#2f5d50;color:#fff;padding:30px}.site-title a{color:#fff;font-size:34px;text-decoration:none}.menu{display:flex;gap:20px;list-style:none;background:#f0f0ea;padding:12px}.site-content{display:flex;gap:40px}.content-area{flex:3}.widget-area{flex:1}.entry-title{line-height:1.2;color:#2f5d50}.widget{border-top:4px solid #2f5d50;margin-bottom:22px}",
)

ALL = (BROADSHEET, TABLOID, PORTAL, AGENCY, BLOG)
