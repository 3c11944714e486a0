import type { AnyMethod } from '#features/procurement/methods/method.ts'

/** What comes next at a stage of an order, and whose turn it is: for somebody who plays all sides. */
export interface Turn {
  who: string
  what: string
}

const TENDER: Readonly<Record<string, Turn>> = {
  报名中: { who: '供应商', what: '三家以上供应商报名，采购人审核报名，再快进至报名截止' },
  投标中: { who: '供应商', what: '报名通过的供应商制作并提交投标文件，再快进至投标截止' },
  待开标: { who: '采购人', what: '采购人进入开标大厅，开始开标' },
  开标中: { who: '供应商', what: '各投标人在开标大厅签到并解密，采购人随后公布开标一览' },
  唱标中: { who: '采购人', what: '采购人逐家唱标，各投标人确认，采购人结束开标' },
  待评标: { who: '采购人', what: '采购人组建五人评标委员会，开始评标' },
  评标中: { who: '评审专家', what: '各评审专家声明回避情况、推选组长、评审打分，组长汇总' },
  评审汇总: { who: '评审专家', what: '组长生成评审报告，各评审专家签署，采购人结束评标' },
  待公示候选人: { who: '采购人', what: '采购人发布中标候选人公示' },
  候选人公示: { who: '采购人', what: '公示期内供应商可提出异议；快进至公示截止后定标' },
  待定标: { who: '采购人', what: '采购人确定中标人并发布中标结果公告' },
  已定标: { who: '采购人', what: '采购人归档' },
  已流标: { who: '采购人', what: '采购人归档，或重新招标' },
}

const AUCTION: Readonly<Record<string, Turn>> = {
  报名中: { who: '供应商', what: '三家以上供应商报名，采购人审核报名，再快进至竞价开始' },
  待竞价: { who: '供应商', what: '报名通过的供应商进入竞价大厅，再快进至竞价开始' },
  竞价中: { who: '供应商', what: '供应商在竞价大厅报价，再快进至竞价结束' },
  待流标处理: { who: '采购人', what: '采购人办理流标' },
  待定标: { who: '采购人', what: '采购人确定成交人并发布成交结果公告' },
  已定标: { who: '采购人', what: '采购人归档' },
  已流标: { who: '采购人', what: '采购人归档，或重新竞价' },
}

const SOLE: Readonly<Record<string, Turn>> = {
  公示中: { who: '供应商', what: '受邀供应商报名，采购人审核；其他供应商可对公示提出异议。快进至公示截止' },
  报名中: { who: '供应商', what: '受邀供应商报名，采购人审核报名，再快进至报名截止' },
  响应中: { who: '供应商', what: '受邀供应商提交响应文件，再快进至响应截止' },
  待协商: { who: '采购人', what: '采购人查看响应文件，记录协商情况' },
  协商中: { who: '供应商', what: '供应商确认协商情况；退回的，采购人重新提交' },
  待定标: { who: '采购人', what: '采购人确定成交供应商并发布成交结果公告' },
  已定标: { who: '采购人', what: '采购人归档' },
  已流标: { who: '采购人', what: '采购人归档，或重新采购' },
}

const INQUIRY: Readonly<Record<string, Turn>> = {
  报名中: { who: '供应商', what: '三家以上供应商报名，采购人审核报名，再快进至报名截止' },
  报价中: { who: '供应商', what: '报名通过的供应商填写报价单并封存提交，再快进至报价截止' },
  待开启: { who: '平台', what: '平台正在开启报价，或者等待供应商提交密钥、经办单位确认、保管人共同开启' },
  响应中: { who: '供应商', what: '报名通过的供应商封存提交响应文件和报价，再快进至响应截止' },
  谈判中: { who: '采购人', what: '组建谈判小组，审查响应文件、逐家谈判、收取最后报价，小组签署评审报告' },
  磋商中: { who: '采购人', what: '组建磋商小组，审查响应文件、逐家磋商、收取最后报价并打分，小组签署评审报告' },
  待公示候选人: { who: '采购人', what: '采购人公示成交候选人' },
  候选人公示: { who: '采购人', what: '公示期内供应商可提出异议；快进至公示截止后定标' },
  比价中: { who: '采购人', what: '采购人逐行比价，可发起下一轮报价，或公示候选人、确定成交供应商' },
  预成交公示: { who: '采购人', what: '公示期内供应商可提出异议；快进至公示截止后定标' },
  待定标: { who: '采购人', what: '采购人确定成交供应商并发布成交结果公告' },
  报价不足: { who: '采购人', what: '采购人延长一次报价时间，或办理流标' },
  已定标: { who: '采购人', what: '采购人归档' },
  已流标: { who: '采购人', what: '采购人归档，或重新采购' },
}

const TURNS = {
  sealed: { opening: TENDER, clock: INQUIRY },
  live: { opening: AUCTION, clock: AUCTION },
  plain: { opening: SOLE, clock: SOLE },
} as const

/** Null where nothing follows. */
export function turnAt(stage: string, { offers, reveal }: Pick<AnyMethod, 'offers' | 'reveal'>): Turn | null {
  return TURNS[offers][reveal][stage] ?? null
}
