import { enumeration } from './enumeration.ts'

export const CompanyType = enumeration({
  enterprise: { value: 1, label: '企业' },
  publicInstitution: { value: 2, label: '事业单位' },
  selfEmployed: { value: 3, label: '个体工商户' },
  naturalPerson: { value: 4, label: '自然人' },
})
