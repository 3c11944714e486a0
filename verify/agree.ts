import { check, type Check } from '#features/sealing/core/check.ts'
import { checkBondTerms, checkOrder, checkSchedule } from './agree-order.ts'
import { checkOpening, checkReleases, checkReport, checkReviewTerms, type Quotes, quotesOf } from './agree-prices.ts'
import { checkAuctionTerms, checkAward, checkCandidates, checkSuppliers } from './agree-results.ts'
import { checkSale } from './agree-sale.ts'
import type { Contents } from './record-types.ts'

/** Whatever stands in two members of a record is the same in both (docs/protocol 6.11). `quotes`: where they are known already. */
export async function agreeChecks(
  contents: Contents,
  quotes: Quotes = once(() => quotesOf(contents)),
): Promise<Check[]> {
  return [
    await check('same-order', '采购单与公告', () => checkOrder(contents)),
    await check('same-schedule', '时间安排与公告、日志', () => checkSchedule(contents)),
    await check('same-suppliers', '供应商与报名、日志', () => checkSuppliers(contents)),
    await check('same-bonds', '保证金与采购单', () => checkBondTerms(contents)),
    await check('same-opening', '报价文件、开标与评审的报价', () => checkOpening(contents, quotes)),
    await check('same-releases', '解密密钥与日志', () => checkReleases(contents)),
    await check('same-review', '评审办法与采购单', () => checkReviewTerms(contents)),
    await check('same-report', '评审报告与复算包', () => checkReport(contents)),
    await check('same-auction', '竞价与采购单', () => checkAuctionTerms(contents)),
    await check('same-candidates', '候选人与日志、公告、评审', () => checkCandidates(contents, quotes)),
    await check('same-award', '结果与日志、公告', () => checkAward(contents)),
    await check('same-sale', '销售的收付、提货与结算', () => checkSale(contents)),
  ]
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => (made ??= make())
}
