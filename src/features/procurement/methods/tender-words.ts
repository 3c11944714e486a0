import type { Words } from './words.ts'

/** What tenders call things (招标投标法). */
export const TENDER_WORDS: Words = {
  act: '招标',
  order: '标段',
  title: '项目（标段）',
  list: '招标采购',
  documents: '招标文件',
  announcement: '招标公告',
  notice: '公告',
  invitation: '投标邀请书',
  bidder: '投标人',
  offer: '投标文件',
  bid: '投标',
  offerPrice: '投标报价',
  bond: '投标保证金',
  won: '中标',
  winner: '中标人',
  decided: '经依法评审并公示期满',
  concluded: '的评审与公示',
  ranking: '中标候选人',
  contender: '中标候选人',
  deadline: '投标截止',
  closed: '投标已截止',
  opening: '开标',
  ceiling: '最高限价',
  running: '招标中',
}
