import { describe, expect, it } from 'vitest'
import { documentContradictions, documentContradictionText } from './document-facts.ts'

const FIELDS = {
  投标保证金: '50,000.00 元',
  最高限价: '9,800,000.00 元',
  招标文件售价: '免费',
  投标截止时间: '2026-11-30 09:30',
  开标时间: '2026-11-30 09:30',
  报名资料: '营业执照、医疗器械经营许可证',
}
const ORDER = { title: '医用设备采购', lotNo: 1, fields: FIELDS }
const found = (...lines: string[]) =>
  documentContradictions(
    lines.map((text, i) => ({ at: i + 1, text })),
    ORDER,
  )
const stated = (...lines: string[]) => found(...lines).map((one) => `${one.at} ${one.name} ${one.stated}`)

describe('a document that states something else than its order', () => {
  it.each([
    ['3.4.1 投标保证金：人民币 60,000.00 元', '1 投标保证金 60,000.00 元'],
    ['3.4.1|投标保证金|投标保证金的金额：人民币陆万元整（￥６０，０００．００）', '1 投标保证金 陆万元整'],
    ['投 标 保 证 金 ： 6 万 元', '1 投标保证金 6 万元'],
    ['投标保证金（万元）|6', '1 投标保证金 6'],
    ['投标保证金（元）：60 000.00', '1 投标保证金 60000.00'],
    ['投标保证金：60 000.00 元', '1 投标保证金 60000.00 元'],
    ['投标保证金为六万元', '1 投标保证金 六万元'],
    ['投标保证⾦：6 0 , 0 0 0 元', '1 投标保证金 60,000 元'],
    ['本项目最高限价（人民币）：980.5万元', '1 最高限价 980.5万元'],
    ['开标时间：2026年11月30日9时00分', '1 开标时间 2026年11月30日9时00分'],
    ['投标截止时间：２０２６年１１月３０日上午９时', '1 投标截止时间 2026年11月30日上午9时'],
    ['投标截止时间及开标时间：2026-12-30 09:30（北京时间）', '1 开标时间 2026-12-30 09:30'],
  ])('%s', (line, expected) => {
    expect(stated(line)).toEqual([expected])
  })

  it.each([
    '投标保证金：人民币伍万元（小写：50000.00元）',
    '投标保证金（大写）：五万元整',
    '投标保证金（万元）：5',
    '投标保证金（元）：2%',
    '投标保证金（元）：50 000.00',
    '投标保证金（元）：5 0000',
    '履约保证金：100,000 元；质量保证金为合同价的 3%。农民工工资保证金：2万元',
    '投标保证金递交截止时间：2026-11-29 17:00；资格预审申请文件递交截止时间：2026-11-01 09:00',
    '商务标开标时间：2026-12-10 09:30',
    '监护仪最高限价：50,000元。单价最高限价：3,000元；最高限价 3,000元/台',
    '1|监护仪|10|最高限价|500,000元',
    '开标时间：2026 年 11 月 30 日 9 点半',
    '投标截止时间|2026-11-20 09:30|2026-11-30 09:30',
    '投标截止时间：2026年  月  日',
    '报名资料：以下文件',
    '第二标段投标保证金：30,000元',
    '标段|投标保证金：1标段 50,000元，2标段 30,000元',
  ])('is certain, or silent: %s', (line) => {
    expect(stated(line)).toEqual([])
  })

  it('under the heading of another lot it speaks of that lot, until the next chapter', () => {
    const lines = ['二、采购包2', '投标保证金：30,000元', '第三章 须知', '投标保证金：40,000元']
    expect(stated(...lines)).toEqual(['4 投标保证金 40,000元'])
    const second = { ...ORDER, title: '医用设备采购第二标段' }
    const seen = documentContradictions([{ at: 1, text: '第二标段投标保证金：30,000元' }], second)
    expect(seen.map((one) => one.stated)).toEqual(['30,000元'])
  })

  it('a value on the next line, or page, belongs to the label above it', () => {
    expect(stated('三、投标保证金：人民币', '60,000.00 元；以电汇方式缴纳。')).toEqual(['1 投标保证金 60,000.00 元'])
    expect(stated('投标保证金：', '形式：电汇', '60,000 元')).toEqual([])
    expect(stated('投标保证金', '60,000 元')).toEqual([])
    expect(stated('投标保证金：', '服务费|60,000 元')).toEqual([])
    expect(stated('采购人：', '投标保证金：60,000 元')).toEqual(['2 投标保证金 60,000 元'])
  })

  it('names each statement once, with its place and sentence', () => {
    const line = '一、总则。投标人须在截止前缴纳；投标保证金：60,000元，以电汇方式缴纳。其他'
    const [one, ...more] = found(line, '别处', '投标保证金：60,000元')
    expect(more).toEqual([])
    expect(documentContradictionText(one!, { file: '招标文件.pdf', unit: 'page' })).toBe(
      '《招标文件.pdf》第 1 页“投标保证金：60,000元，以电汇方式缴纳”，与采购单的投标保证金“50,000.00 元”不一致',
    )
  })

  it('a long document is looked through at once', () => {
    const lines = Array.from({ length: 30_000 }, (_, i) => ({
      at: i,
      text: `第 ${i} 条 投标人应当按照招标文件的要求编制投标文件，投标保证金的退还见第三章，开标时间以公告为准。${'文'.repeat(20)}`,
    }))
    const begun = performance.now()
    expect(documentContradictions(lines, ORDER)).toEqual([])
    // A second for 1.9 million characters on a busy machine; what is quadratic takes minutes.
    expect(performance.now() - begun).toBeLessThan(5000)
    const hostile = [
      '保证金'.repeat(300_000),
      `保证金${' '.repeat(500_000)}x`,
      '1 '.repeat(400_000),
      '2标段'.repeat(200_000),
    ]
    expect(stated(...hostile)).toEqual([])
    expect(performance.now() - begun).toBeLessThan(20_000)
  })
})
