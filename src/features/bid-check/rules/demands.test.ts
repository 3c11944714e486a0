import { expect, test } from 'vitest'
import { deliveryDays, demandIn, signingDemand, statedDays } from './demands.ts'

test.each([
  ['投标有效期：90日历天', 90],
  ['投标有效期不少于３个月', 90],
  ['投 标 有 效 期|120 天', 120],
  ['响应文件有效期为60日', 60],
])('%s', (text, days) => {
  expect(statedDays(text, 'validity').map((one) => one.days)).toEqual([days])
})

test('what is no number of days of its own is none', () => {
  expect(statedDays('营业执照有效期至2027年', 'validity')).toEqual([])
  expect(statedDays('投标有效期不短于招标文件的规定。保证金于5日内退还', 'validity')).toEqual([])
  expect(statedDays('质保期 60 个月', 'duration')).toEqual([])
  expect(deliveryDays('合同签订后45日内交货并安装调试完毕').map(({ days }) => days)).toEqual([45])
  expect(deliveryDays('按采购人通知分批交付')).toEqual([])
})

test('texts that contradict one another demand nothing', () => {
  const lines = [
    { source: '《招标公告》', text: '投标有效期：90日' },
    { source: '《招标文件.pdf》第 3 页', text: '投标有效期为90天' },
  ]
  expect(demandIn(lines, 'validity')).toEqual({ days: 90, source: '《招标公告》“投标有效期：90日”' })
  expect(demandIn([...lines, { source: '《附件》', text: '投标有效期为120天' }], 'validity')).toBeNull()
  expect(demandIn(lines, 'duration', { source: '合同交付要求', text: '合同签订后45日内交货' })).toMatchObject({
    days: 45,
  })
  expect(
    demandIn([{ source: '公告', text: '交货期：60日' }], 'duration', { source: '合同交付要求', text: '45日内' }),
  ).toBeNull()
  expect(signingDemand(lines)).toBeNull()
  expect(signingDemand([{ source: '评审', text: '须按要求签字盖章' }])).toBe('评审')
})
