import { InputNumber, Radio, Select, Switch } from 'antd'
import type { Approvers } from '../../rules/definition.ts'
import { APPROVER_KINDS } from '../../rules/definition.ts'
import { Labelled } from '#web/kit/labelled.tsx'
import type { Around } from './design-data.ts'
import { personOptions } from './design-data.ts'

interface ApproverFieldsProps {
  /** 审批人 or 抄送人. */
  what: string
  value: Approvers
  around: Around
  onChange: (value: Approvers) => void
}

const KINDS = Object.entries(APPROVER_KINDS).map(([value, label]) => ({ value, label }))

/** Who: by person, role, department head or the initiator's choice, with what each of them needs. */
export function ApproverFields({ what, value, around, onChange }: ApproverFieldsProps) {
  const { options, readOnly } = around
  // The platform's defaults hold for every company: there are no people to name.
  const kinds = options.people.length > 0 ? KINDS : KINDS.filter((one) => one.value !== 'person')
  return (
    <>
      <div className="kb-labelled" role="group" aria-label={`${what}来源`}>
        <span className="kb-label">{what}来源</span>
        <Radio.Group
          disabled={readOnly}
          options={kinds}
          value={value.by}
          onChange={(event) => onChange(blankOf(event.target.value as Approvers['by']))}
        />
      </div>
      <Chosen what={what} value={value} around={around} onChange={onChange} />
    </>
  )
}

function Chosen({ what, value, around, onChange }: ApproverFieldsProps) {
  const { options, readOnly } = around
  switch (value.by) {
    case 'person':
      return (
        <Labelled label={what} hint="按所选先后排列，最多 20 人">
          {(id) => (
            <Select
              id={id}
              className="kb-wide"
              mode="multiple"
              disabled={readOnly}
              maxCount={20}
              placeholder="输入姓名或部门查找"
              showSearch={{ optionFilterProp: 'label' }}
              options={personOptions(options)}
              value={value.employeeIds}
              onChange={(employeeIds: string[]) => onChange({ by: 'person', employeeIds })}
            />
          )}
        </Labelled>
      )
    case 'role':
      return (
        <Labelled label="角色" hint="到达该节点时，持有该角色的在用人员">
          {(id) => (
            <Select
              id={id}
              className="kb-wide"
              disabled={readOnly}
              placeholder="请选择角色"
              showSearch={{ optionFilterProp: 'label' }}
              options={options.roles.map(({ role, label, holders }) => ({
                value: role,
                label: holders > 0 ? `${label}（${holders} 人）` : label,
              }))}
              value={value.role || null}
              onChange={(role: string) => onChange({ by: 'role', role })}
            />
          )}
        </Labelled>
      )
    case 'head':
      return (
        <Labelled label="向上第几级" hint="1 为发起人所在部门；没有负责人的部门由企业管理员代为审批">
          {(id) => (
            <InputNumber
              id={id}
              min={1}
              max={5}
              precision={0}
              suffix="级"
              disabled={readOnly}
              value={value.level}
              onChange={(level) => onChange({ by: 'head', level: level ?? 1 })}
            />
          )}
        </Labelled>
      )
    case 'choice':
      return (
        <>
          <Labelled label="可选范围" hint="不选则可从本单位全部在用人员中选">
            {(id) => (
              <Select
                id={id}
                className="kb-wide"
                mode="multiple"
                disabled={readOnly || options.people.length === 0}
                placeholder="全部人员"
                showSearch={{ optionFilterProp: 'label' }}
                options={personOptions(options)}
                value={value.from}
                onChange={(from: string[]) => onChange({ ...value, from })}
              />
            )}
          </Labelled>
          <div className="kb-row kb-below-12">
            <Switch
              aria-label="可选多人"
              disabled={readOnly}
              checked={value.many}
              onChange={(many) => onChange({ ...value, many })}
            />
            可选多人
          </div>
        </>
      )
  }
}

function blankOf(by: Approvers['by']): Approvers {
  switch (by) {
    case 'person':
      return { by, employeeIds: [] }
    case 'role':
      return { by, role: '' }
    case 'head':
      return { by, level: 1 }
    case 'choice':
      return { by, from: [], many: false }
  }
}
