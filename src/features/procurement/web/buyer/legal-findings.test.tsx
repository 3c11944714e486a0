// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { Finding } from '../../contract/shared.ts'
import { LegalFindings } from './legal-findings.tsx'

afterEach(cleanup)

const finding = (ruleId: string, more: Partial<Finding>): Finding => ({
  ruleId,
  citation: '《招标投标法》第二十四条',
  title: '不少于 20 日',
  ok: true,
  severity: 'block',
  message: '为 15 日，不得少于 20 日',
  ...more,
})

it('says of each rule whether it holds, and what the law is, broken ones first', () => {
  render(<LegalFindings findings={[finding('document-sale', {}), finding('bid-preparation', { ok: false })]} />)
  const lines = screen.getAllByRole('listitem').map((line) => line.textContent)
  expect(lines).toEqual(['!为 15 日，不得少于 20 日《招标投标法》第二十四条', '✓不少于 20 日《招标投标法》第二十四条'])
  expect(screen.getByRole('img', { name: '不符合' })).toBeTruthy()
})
