import { describe, expect, it } from 'vitest'
import { isRichText, textOf } from '../../../rules/rich-text.ts'
import { NO_DATES } from '../order-form/schedule-fill.ts'
import { changedDates, changeText, clarificationText } from './change-text.ts'

const before = { ...NO_DATES, bidEnd: '2026-12-14T01:30:00.000Z', openAt: '2026-12-14T01:30:00.000Z' }

describe('a change notice', () => {
  it('names only dates that really move', () => {
    const changes = changedDates(
      { method: 1, schedule: before },
      {
        bidEnd: '2026-12-21T01:30:00.000Z',
        openAt: '2026-12-14T01:30:00Z',
        saleEnd: undefined,
      },
    )
    expect(changes).toEqual([
      { field: 'bidEnd', label: '投标截止时间', from: before.bidEnd, to: '2026-12-21T01:30:00.000Z' },
    ])
    const text = changeText({ title: '办公设备', code: 'ZB-1', state: 'publish.open', method: 1 }, changes)
    expect(isRichText(text)).toBe(true)
    expect(textOf(text)).toContain('投标截止时间\n2026-12-14 09:30\n2026-12-21 09:30')
  })

  it('answers without naming who asked', () => {
    const text = textOf(clarificationText(null, [{ question: '质保期多久？', answer: '三年。' }]))
    expect(text).toBe('问题 1：质保期多久？\n答复：三年。\n')
  })
})
