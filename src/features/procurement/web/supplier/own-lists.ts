import type { Family } from '../../methods/families.ts'

interface OwnList {
  title: string
  /** What the tabs of stages are called. */
  bidding: string
  opening: string
  empty: string
}

/** Lists of what the own company takes part in; `bidding` is of all families, since it was the first. */
export const OWN_LISTS: Readonly<Record<Family, OwnList>> = {
  bidding: { title: '我的投标', bidding: '投标中', opening: '开标评标', empty: '在“招标采购”中找到项目并报名' },
  compete: { title: '我的竞价', bidding: '待竞价', opening: '竞价中', empty: '在“招标采购”中找到竞价项目并报名' },
  inquiry: { title: '我的询价', bidding: '报价中', opening: '比价中', empty: '在“招标采购”中找到询价项目并报名' },
  'direct-purchase': { title: '我的直接采购', bidding: '响应中', opening: '协商中', empty: '收到邀请后报名，在此查看' },
}
