/** Methods that share their pages, by the first address part of their list. */
export type Family = 'bidding' | 'compete' | 'inquiry' | 'wl-inquiry' | 'direct-purchase'

/** A supplier's list of what it takes part in. */
interface OwnList {
  title: string
  /** What the tabs of stages are called. */
  bidding: string
  opening: string
  empty: string
}

interface FamilyFacts {
  /** What the buyer's list is called. */
  list: string
  /** A profile stands among the orders of this family wherever its own list is not meant. */
  among?: Family
  /** What the register below projects and the lists of suppliers call it in addresses. */
  slug?: string
  /** `bidding` is of all families, since it was the first. */
  own?: OwnList
}

const FACTS: Readonly<Record<Family, FamilyFacts>> = {
  bidding: {
    list: '招标采购',
    slug: 'bid',
    own: { title: '我的投标', bidding: '投标中', opening: '开标评标', empty: '在“招标采购”中找到项目并报名' },
  },
  compete: {
    list: '竞价采购',
    slug: 'compete',
    own: { title: '我的竞价', bidding: '待竞价', opening: '竞价中', empty: '在“招标采购”中找到竞价项目并报名' },
  },
  inquiry: {
    list: '询价采购',
    slug: 'inquiry',
    own: { title: '我的询价', bidding: '报价中', opening: '比价中', empty: '在“招标采购”中找到询价项目并报名' },
  },
  'wl-inquiry': { list: '物流询价', among: 'inquiry' },
  'direct-purchase': {
    list: '直接采购',
    slug: 'direct-purchase',
    own: { title: '我的直接采购', bidding: '响应中', opening: '协商中', empty: '收到邀请后报名，在此查看' },
  },
}

/** All, as the lists name them. */
export const FAMILY_NAMES = Object.keys(FACTS) as [Family, ...Family[]]

/** Those with lists and addresses of their own at both sides, in their order. */
export const LISTED_FAMILIES = FAMILY_NAMES.filter((family) => FACTS[family].among === undefined)

/** What the buyer's list of a family is called. */
export function listNameOf(family: Family): string {
  return FACTS[family].list
}

/** The family among whose orders those of this one stand: itself, unless it is a profile of another. */
export function listedAs(family: Family): Family {
  return FACTS[family].among ?? family
}

/** What the register and the lists of suppliers call a family in addresses. */
export function slugOf(family: Family): string {
  return FACTS[listedAs(family)].slug!
}

export function ownListOf(family: Family): OwnList {
  return FACTS[listedAs(family)].own!
}
