import { expect, test } from 'vitest'
import { quietText } from './policy.ts'
import { nextState, TASK_STATUS } from './task.ts'
import { costOf, faultOf, isUnsubscribing, messageOf, MOST_IN_TEMPLATE, segmentsOf } from './text.ts'

const notice = (text: string) => faultOf({ text, isMarketing: false })

test('a text is refused for what no telephone shows, nobody fills, or the law forbids', () => {
  expect(notice('{{联系人}}，请及时更新资质。')).toBe('')
  expect(notice('  ')).toBe('请填写短信正文')
  expect(notice('字'.repeat(MOST_IN_TEMPLATE))).toBe('')
  expect(notice('字'.repeat(MOST_IN_TEMPLATE + 1))).toContain(`不能超过 ${MOST_IN_TEMPLATE} 个字`)
  for (const unseen of ['\n', '\u0000', '\u200b', '\u202e', '\ud800', '\ue000'])
    expect(notice(`请${unseen}更新`)).toContain('控制字符')
  expect(notice('【别家单位】请更新')).toContain('签名由系统加')
  expect(notice('{{中标价}}请更新')).toContain('没有“{{中标价}}”这个占位符')
  expect(notice('{{toString}}请更新')).toContain('没有“{{toString}}”这个占位符')
  expect(notice('{{联系人请更新')).toBe('占位符的大括号不成对')
  expect(faultOf({ text: '新品推介会邀请', isMarketing: true })).toContain('退订回T')
  expect(faultOf({ text: '新品推介会邀请，退订回T 请勿转发', isMarketing: true })).toContain('退订回T')
  expect(faultOf({ text: '新品推介会邀请，退订回T ', isMarketing: true })).toBe('')
})

test('a message has its signature in front, and names are names alone', () => {
  const filling = { 供应商名称: '甲【乙】公司', 联系人: '{{采购人名称}}', 采购人名称: '医院' }
  const text = '{{供应商名称}}{{联系人}}您好，{{供应商名称}}。'
  expect(messageOf({ signature: '医院', text }, filling)).toBe('【医院】甲乙公司{{采购人名称}}您好，甲乙公司。')
})

test('two hundred characters are a segment, and cost what the platform names', () => {
  expect([1, 200, 201, 400, 401].map((n) => segmentsOf('字'.repeat(n)))).toEqual([1, 1, 2, 2, 3])
  expect(segmentsOf('')).toBe(1)
  expect(costOf(3, '0.055')).toBe('0.17')
  expect(costOf(3, null)).toBeNull()
})

test('T unsubscribes, however it is typed; a question does not', () => {
  for (const yes of ['T', 't', ' Ｔ ', 'TD', '退订', 'T。']) expect(isUnsubscribing(yes)).toBe(true)
  for (const no of ['', 'Too late?', '请问退订后还能投标吗', '不T']) expect(isUnsubscribing(no)).toBe(false)
})

test('what is told of a message changes its recipient once', () => {
  expect(nextState('queued', 'sent', false)).toBe('handed')
  expect(nextState('queued', 'failed', false)).toBe('failed')
  expect(nextState('handed', 'delivered', false)).toBe('delivered')
  expect(nextState('handed', 'undelivered', false)).toBe('failed')
  expect(nextState('delivered', 'undelivered', false)).toBeNull()
  expect(nextState('delivered', 'delivered', false)).toBeNull()
  expect(nextState('failed', 'sent', false)).toBeNull()
  // Behind a retry the first message counts only if it arrived after all.
  expect(nextState('waiting', 'delivered', true)).toBe('delivered')
  expect(nextState('queued', 'undelivered', true)).toBeNull()
})

test('a task goes its ways, and no others', () => {
  const at = (
    state: 'draft' | 'scheduled' | 'sending' | 'sent' | 'stopped',
    retriable = 0,
    held: string | null = null,
  ) =>
    TASK_STATUS.allowed({ state, retriable, pendingApproval: held }, 'keeper', 0)
      .filter(({ reason }) => reason === undefined)
      .map(({ action }) => action)
  expect(at('draft')).toEqual(['submit', 'edit', 'remove'])
  expect(at('draft', 0, '短信发送')).toEqual([])
  expect([at('scheduled'), at('sending')]).toEqual([['stop'], ['stop']])
  expect([at('sent'), at('sent', 2), at('stopped', 2)]).toEqual([[], ['retry'], []])
})

test('quiet hours are said as people say them', () => {
  expect(quietText({ quietFrom: 21, quietTo: 8 })).toBe('21:00 至次日 8:00')
  expect(quietText({ quietFrom: 12, quietTo: 14 })).toBe('12:00 至 14:00')
  expect(quietText({ quietFrom: null, quietTo: null })).toBe('')
})
