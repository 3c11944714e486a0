// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { AmountInput, cleanAmount } from './amount-input.tsx'

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

  it('refuses a keystroke rather than changing the amount', () => {
    const values: (string | undefined)[] = []
    render(<Form onValue={(v) => values.push(v)} />)
    fireEvent.change(screen.getByLabelText('预算'), { target: { value: '12.345' } })
    fireEvent.change(screen.getByLabelText('预算'), { target: { value: '1e5' } })
    fireEvent.change(screen.getByLabelText('预算'), { target: { value: '-3' } })
    expect(values).toEqual([])
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
