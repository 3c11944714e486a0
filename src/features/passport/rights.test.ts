import { expect, test } from 'vitest'
import { companyWorkbenches, rightsIn } from './rights.ts'
import { passwordOk } from './rules.ts'

const all = { isCertified: true, isPurchaser: true, isAgency: true, isSupplier: true, companyType: 1 }

test.each([
  ['an administrator enters all', all, { rights: [], isAdmin: true }, ['purchaser', 'agency', 'supplier']],
  ['no right given: all, to look', all, { rights: [], isAdmin: false }, ['purchaser', 'agency', 'supplier']],
  ['rights decide', all, { rights: ['tendering'], isAdmin: false }, ['purchaser']],
  ['one right of two workbenches', all, { rights: ['expertManagement'], isAdmin: false }, ['purchaser', 'agency']],
  ['not certified', { ...all, isCertified: false }, { rights: ['tendering'], isAdmin: true }, []],
  [
    'institutions are no agencies',
    { ...all, companyType: 2 },
    { rights: [], isAdmin: true },
    ['purchaser', 'supplier'],
  ],
  ['natural persons only bid', { ...all, companyType: 4 }, { rights: [], isAdmin: true }, ['supplier']],
  ['what the company is not', { ...all, isPurchaser: false }, { rights: ['tendering'], isAdmin: false }, []],
] as const)('%s', (_, company, employee, expected) => {
  expect(companyWorkbenches(company, employee)).toEqual(expected)
})

test('rights: given ones of open workbenches, automatic ones, and those of a role', () => {
  const plain = {
    rights: ['tendering', 'bidding', 'businessManagement', 'platform', 'nonsense'],
    isAdmin: false,
    isSigner: false,
  }
  expect(rightsIn(['purchaser'], plain)).toEqual(['default', 'tendering', 'bigProjectList'])
  expect(rightsIn(['supplier'], { ...plain, isAdmin: true, isSigner: true })).toEqual([
    'default',
    'businessManagement',
    'bidding',
    'signatureTask',
  ])
  expect(rightsIn([], { ...plain, isAdmin: true })).toEqual([])
  expect(rightsIn(['expert', 'admin'], plain)).toEqual(['reviewing', 'platform'])
})

test.each([
  ['Kaibiao2026', true],
  ['aB3456', true],
  [' aB3456 ', true],
  ['aB345', false],
  ['aB3456789012345', false],
  ['ab3456', false],
  ['AB3456', false],
  ['aBcdef', false],
  ['aB3456!', false],
  ['密码aB3456', false],
])('password %s: %s', (password, ok) => {
  expect(passwordOk(password)).toBe(ok)
})
