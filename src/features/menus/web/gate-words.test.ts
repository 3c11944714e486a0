import { expect, it } from 'vitest'
import { wordsOf } from './gate-words.ts'

const OPEN = {
  companyIds: [],
  companies: [],
  withHierarchy: false,
  features: [],
  institutions: [],
  systemRight: null,
  substituteRight: null,
}
const companies = ['甲', '乙', '丙'].map((name) => ({ companyId: name, name }))

it.each([
  [OPEN, ['所有企业']],
  [{ ...OPEN, companies: companies.slice(0, 1) }, ['企业：甲']],
  [{ ...OPEN, companies, withHierarchy: true }, ['企业：甲、乙等3家及其下级']],
  [{ ...OPEN, features: ['a', 'b'], institutions: ['省国资委'] }, ['灰度功能：a 或 b', '监管机构：省国资委']],
  [
    { ...OPEN, systemRight: 'governmentRisk', substituteRight: 'statistics' },
    ['平台授予“政府采购风险监管”且本人为管理员或持有；或 本人持有“查询统计”'],
  ],
])('%#', (gate, words) => {
  expect(wordsOf(gate)).toEqual(words)
})
