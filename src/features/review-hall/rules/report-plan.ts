import { CatalogType, ReportScope, WayType } from '#features/evaluation/rules/enums.ts'

type Template = 'default' | 'comparison' | 'negotiation' | 'consult'

/** What decides which parts a report has. */
export interface PlanFacts {
  processType: number
  scope: number
  wayTypes: readonly number[]
  hasAsks: boolean
  hasOffers: boolean
  hasMarks: boolean
}

const T = CatalogType.values
const W = WayType.values
const PASS = [W.response, W.technicalPass, W.businessPass, W.pricePass] as const

/** The report itself among its parts: what members sign. It lists the others with their hashes, so it is made last. */
export function mainType(processType: number): number {
  return processType === 4 ? T.firstStage : T.report
}

/** Parts of a report in their order: what the record has something to say of, within the scope. */
export function catalogPlan(facts: PlanFacts): number[] {
  const has = (...types: number[]) => facts.wayTypes.some((type) => types.includes(type))
  const first = facts.processType === 4
  const parts: [number, boolean][] = [
    [mainType(facts.processType), true],
    [T.openingSheet, true],
    [T.committee, facts.scope !== ReportScope.values.specialSteel],
    [T.avoidance, facts.scope === ReportScope.values.all],
    [T.standards, facts.scope !== ReportScope.values.specialSteel],
    [T.qualification, has(W.qualification)],
    [T.compliance, has(W.compliance)],
    [T.pass, has(...PASS)],
    [T.technical, has(W.technicalScore)],
    [T.business, has(W.businessScore)],
    [T.price, has(W.priceScore) && !first],
    [
      T.reviewerScores,
      facts.scope === ReportScope.values.all && has(...Object.values(W).filter((w) => w !== W.priceScore)),
    ],
    [T.totalScores, facts.hasMarks && !first],
    [T.rejections, true],
    [T.asks, facts.hasAsks],
    [T.offers, facts.hasOffers && !first],
    [T.candidates, !first],
  ]
  return parts.filter(([, is]) => is).map(([type]) => type)
}

/** Ways whose results a part shows. */
export function waysOfCatalog(type: number): readonly number[] {
  switch (type) {
    case T.qualification:
      return [W.qualification]
    case T.compliance:
      return [W.compliance]
    case T.pass:
      return PASS
    case T.technical:
      return [W.technicalScore]
    case T.business:
      return [W.businessScore]
    case T.price:
      return [W.priceScore]
    default:
      return []
  }
}

const WORDS: Readonly<Record<Template, readonly (readonly [string, string])[]>> = {
  default: [],
  comparison: [
    ['评标委员会', '比选小组'],
    ['最高投标限价', '最高限价'],
    ['评标报告', '比选报告'],
    ['中标候选人', '成交候选人'],
    ['投标报价', '参选报价'],
    ['投标人', '参选人'],
    ['否决投标', '否决参选'],
  ],
  negotiation: [
    ['评标委员会', '谈判小组'],
    ['最高投标限价', '最高限价'],
    ['评标报告', '谈判报告'],
    ['中标候选人', '成交候选人'],
    ['投标报价', '响应报价'],
    ['投标人', '供应商'],
    ['否决投标', '否决响应'],
  ],
  consult: [
    ['评标委员会', '磋商小组'],
    ['最高投标限价', '最高限价'],
    ['评标报告', '磋商报告'],
    ['中标候选人', '成交候选供应商'],
    ['投标报价', '响应报价'],
    ['投标人', '供应商'],
    ['否决投标', '否决响应'],
  ],
}

/** The platform's own words in those of the procedure. Never for what people wrote. */
export function reworded(text: string, template: Template): string {
  return WORDS[template].reduce((said, [from, to]) => said.replaceAll(from, to), text)
}
