// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { whyUnfinished } from '../unfinished.ts'
import { AmountInput, cleanAmount, whyNoAmount } from './amount-input.tsx'

afterEach(cleanup)

function Form({ onValue }: { onValue: (value: string | undefined) => void }) {
  const [value, setValue] = useState<string | undefined>('1680.32')
  return (
    <AmountInput
      aria-label="预算"
      value={value ?? ''}
      onChange={(next) => {
        setValue(next)
        onValue(next)
      }}
    />
  )
}

describe('AmountInput', () => {
  it('shows digits, unit and capitals, and gives the wire value', () => {
    const values: (string | undefined)[] = []
    render(<Form onValue={(v) => values.push(v)} />)
    const input = screen.getByLabelText<HTMLInputElement>('预算')
    expect(input.value).toBe('1,680.32')
    expect(screen.getByText('元')).toBeTruthy()
    expect(document.body.textContent).toContain('壹仟陆佰捌拾元叁角贰分')

    fireEvent.focus(input)
    fireEvent.change(input, { target: { value: '￥100,000' } })
    expect(values.at(-1)).toBe('100000')
    expect(document.body.textContent).toContain('壹拾万元整')
    expect(document.body.textContent).toContain('10.00万元')
    fireEvent.blur(input)
    expect(input.value).toBe('100,000')

    fireEvent.focus(input)
    fireEvent.change(input, { target: { value: '' } })
    expect(values.at(-1)).toBeUndefined()
  })

  it('keeps what is no amount as typed, says why, and lets nothing be handed in', () => {
    const values: (string | undefined)[] = []
    render(<Form onValue={(v) => values.push(v)} />)
    const input = screen.getByLabelText<HTMLInputElement>('预算')
    const type = (text: string) => fireEvent.change(input, { target: { value: text } })
    fireEvent.focus(input)
    for (const text of ['1', '12', '12a', '12a3']) type(text)
    expect(input.value).toBe('12a3')
    expect(values).toEqual(['1', '12', undefined, undefined])
    expect(screen.getByRole('alert').textContent).toBe('金额只能填写数字，请删去“a”')
    expect(input.getAttribute('aria-invalid')).toBe('true')
    fireEvent.blur(input)
    expect(input.value).toBe('12a3')
    expect(whyUnfinished()).toBe('金额只能填写数字，请删去“a”')

    fireEvent.focus(input)
    type('123')
    expect(values.at(-1)).toBe('123')
    expect(screen.queryByRole('alert')).toBeNull()
    expect(whyUnfinished()).toBeNull()
  })

  it('gives way to a value from elsewhere', () => {
    const at = (value: string) => <AmountInput aria-label="报价" value={value} />
    const { rerender } = render(at(''))
    const input = screen.getByLabelText<HTMLInputElement>('报价')
    fireEvent.focus(input)
    fireEvent.change(input, { target: { value: 'x' } })
    fireEvent.blur(input)
    rerender(at('1200'))
    expect(input.value).toBe('1,200')
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

it.each([
  ['１２３．４', '123.4'],
  ['1,234,567.89 元', '1234567.89'],
  ['.5', '0.5'],
  ['007', '7'],
  ['12.', '12.'],
  ['', ''],
  ['1.2.3', null],
  ['十', null],
  ['1234567890123456', null],
])('%s is kept as %s', (typed, kept) => {
  expect(cleanAmount(typed, 2)).toBe(kept)
})

it.each([
  ['1e5', 2, '金额只能填写数字，请删去“e”'],
  ['-3', 2, '金额不带正负号，请改正'],
  ['12.345', 2, '小数最多 2 位，现有 3 位'],
  ['1.2.3', 2, '金额只能有一个小数点'],
  ['1234567890123456', 2, '整数部分最多 15 位'],
  ['1.5', 0, '只能填写整数'],
  ['1,234.5 元', 2, null],
  ['', 2, null],
])('of %s with %i digits it says %s', (typed, digits, why) => {
  expect(whyNoAmount(typed, digits)).toBe(why)
})
