import { addWording } from '#web/kit/labels.ts'
import { auctionMethod } from '../rules/methods/auction.ts'
import { liveTerms } from '../rules/live-order.ts'

/** Labels of shared screens that name what an auction calls otherwise. Whole labels only: what people wrote is theirs. */
const LABELS = [
  '标段',
  '标段详情',
  '编辑标段',
  '新建招标',
  '重新招标',
  '招标文件',
  '变更招标文件',
  '标段名称或编号',
  '项目（标段）名称',
  '采购清单标段',
  '标段号',
  '确定中标人',
  '中标结果',
  '中标结果公告',
  '中标人',
  '中标价',
  '中标候选人',
  '投标保证金',
  '投标保证金退还',
  '招标项目',
  '查看标段',
  '暂无招标项目',
  '新建标段并追加',
  '招标文件售价',
  '还没有参加任何招标',
  '该标段不能再编辑',
  '该标段当前不能发布',
  '该标段没有流标',
] as const

const OWN: Readonly<Record<string, string>> = {
  投标截止时间: '竞价开始时间',
  开标时间: '竞价开始时间',
  最高限价: '起始价（最高限价）',
  流标后该标段终止: '流标后该采购单终止',
}

/** Shared screens speak of auctions where they show one. */
export function speakOfAuctions(): void {
  addWording({
    on: (pathname) => pathname.split('/')[2] === auctionMethod.slug,
    labels: new Map([...LABELS.map((label) => [label, liveTerms(label)] as const), ...Object.entries(OWN)]),
  })
}
