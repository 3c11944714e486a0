// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { lazyPart } from './lazy-part.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

test('a part whose code does not come takes nothing along, and comes when asked for again', async () => {
  // React writes down what a boundary has caught.
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  let isAway = true
  const Files = lazyPart<{ name: string }>(async () => {
    if (isAway) throw new TypeError('Failed to fetch dynamically imported module')
    return ({ name }) => <p>{name}</p>
  })
  function Desk() {
    const [mark, enter] = useState('')
    return (
      <>
        <input aria-label="mark" value={mark} onChange={(event) => enter(event.target.value)} />
        <Files name="the files" />
      </>
    )
  }
  render(<Desk />)
  fireEvent.change(screen.getByLabelText('mark'), { target: { value: '25' } })
  await screen.findByText('页面加载失败', {}, { timeout: 20_000 })
  expect(screen.getByLabelText<HTMLInputElement>('mark').value).toBe('25')
  isAway = false
  fireEvent.click(screen.getByRole('button', { name: /重\s*试/ }))
  expect(await screen.findByText('the files', {}, { timeout: 20_000 })).toBeDefined()
  expect(screen.getByLabelText<HTMLInputElement>('mark').value).toBe('25')
})
