/** What binds a supplier to another company, by the facts that the platform holds, in the order in which they are shown. */
export const RELATIONS = {
  legalPerson: { label: '法定代表人（负责人）为同一人', source: '企业认证，姓名与身份证号一致' },
  above: { label: '上级企业', source: '双方确认的企业关联' },
  below: { label: '下级企业', source: '双方确认的企业关联' },
  beside: { label: '同属一个上级企业', source: '双方确认的企业关联' },
  person: { label: '同一人员任职', source: '双方的员工记录，经本人接受' },
  account: { label: '银行账户相同', source: '企业绑定并经验证的账户' },
  registeredAddress: { label: '注册地址相同', source: '企业认证' },
  contactMobile: { label: '联系人手机号相同', source: '企业认证' },
  namesake: { label: '法定代表人（负责人）同名', source: '企业认证，仅姓名一致，身份证号未登记齐全' },
  phone: { label: '联系电话相同', source: '企业基本信息，企业自行填写' },
  address: { label: '办公地址相同', source: '企业基本信息，企业自行填写' },
} as const
export type Relation = keyof typeof RELATIONS

/** Compared with the companies alone that have something else in common or bid together: what is on file is encrypted. */
export const NARROW: readonly Relation[] = ['registeredAddress', 'contactMobile']

/** The law that asks for these facts. */
export const RELATIONS_LAW =
  '《招标投标法实施条例》第三十四条：单位负责人为同一人或者存在控股、管理关系的不同单位，不得参加同一标段投标或者未划分标段的同一招标项目投标'

/** `张**`: enough to ask about somebody, not enough to name a stranger. */
export function maskedPerson(name: string): string {
  return `${[...name][0] ?? ''}**`
}
