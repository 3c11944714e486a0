import { Alert, Button, InputNumber, Select } from 'antd'
import { useId, useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { ask } from '#web/feedback.ts'
import { useAction, useCall } from '#web/use-call.ts'
import { officerCandidates, startCeremony } from '../contract.ts'
import { OFFICER_ROLES } from '../rules.ts'
import { concentration, keyHolders } from '#features/procurement/rules/key-holders.ts'
import { SupervisorInvitations } from './supervisor-invitations.tsx'

type Candidate = OutputOf<typeof officerCandidates>[number]

interface StartFormProps {
  orderId: string
  /** What happens when one organisation could open by itself. */
  unitRule: 'block' | 'warn'
}

/** Who holds a part, and how many of them open. */
export function StartForm({ orderId, unitRule }: StartFormProps) {
  const params = { orderId }
  const { data: people = [] } = useCall(officerCandidates, { params })
  const start = useAction(startCeremony, { success: '已发起，保管人会收到消息' })
  const [chosen, setChosen] = useState<Candidate[]>([])
  const [threshold, setThreshold] = useState(2)
  const ids = [useId(), useId()]
  const add = (person: Candidate) =>
    setChosen((now) => (now.some((one) => one.userId === person.userId) ? now : [...now, person]))

  const run = async () => {
    const agreed = await ask({
      title: '发起生成联合密钥',
      content: `${chosen.length} 名保管人：${chosen.map((one) => one.name).join('、')}；任意 ${threshold} 名可共同开启。发起后名单和门限不可修改，只能作废重来。`,
      okText: '发起',
    })
    if (!agreed) return
    const officers = chosen.map(({ userId, role }) => ({ userId, role }))
    await start.run({ params, body: { threshold, officers } })
  }
  const lacks = chosen.length < 2 ? '至少选择 2 名保管人' : threshold > chosen.length ? '门限不能大于保管人数' : ''
  const spread = concentration(
    keyHolders(
      chosen.map((one) => ({ units: [one.companyName] })),
      threshold,
    ),
  )
  return (
    <div className="kb-stack kb-gap-16 kb-items-start">
      <p className="kb-muted">
        保管人应来自至少两个单位，任何一个单位的保管人数应少于开启门限；监督人不得是采购人或代理机构的人员。
      </p>
      <div className="kb-row kb-low kb-wrap">
        <label className="kb-stack kb-gap-4" htmlFor={ids[0]}>
          选择保管人
          <Select
            id={ids[0]}
            style={{ width: 280 }}
            showSearch={{ optionFilterProp: 'label' }}
            placeholder="输入姓名搜索"
            value={null}
            options={people
              .filter((person) => !chosen.some((one) => one.userId === person.userId))
              .map((person) => ({ value: person.userId, label: labelOf(person) }))}
            onChange={(userId) => add(people.find((person) => person.userId === userId)!)}
          />
        </label>
      </div>
      <SupervisorInvitations orderId={orderId} />
      {chosen.length > 0 && (
        <ol className="kb-reading kb-wide" aria-label="已选保管人">
          {chosen.map((person) => (
            <li key={person.userId} className="kb-row kb-gap-12 kb-line">
              <span className="kb-grow">
                {person.name} <span className="kb-muted">{person.companyName}</span>
              </span>
              <span>{OFFICER_ROLES[person.role]}</span>
              <Button
                type="link"
                size="small"
                onClick={() => setChosen(chosen.filter((one) => one.userId !== person.userId))}
              >
                移除
              </Button>
            </li>
          ))}
        </ol>
      )}
      <label htmlFor={ids[1]}>
        开启门限{' '}
        <InputNumber
          id={ids[1]}
          min={2}
          max={15}
          value={threshold}
          suffix="人"
          onChange={(value) => setThreshold(value ?? 2)}
        />
      </label>
      {lacks && chosen.length > 0 && <Alert type="info" showIcon title={lacks} />}
      {!lacks && spread && <Alert type="warning" showIcon title={spread} />}
      <Button
        type="primary"
        disabled={lacks !== '' || (spread !== '' && unitRule === 'block')}
        onClick={() => void run()}
      >
        发起生成
      </Button>
    </div>
  )
}

function labelOf({ name, companyName, role }: Candidate): string {
  return `${name}（${companyName}）${role === 'supervisor' ? ` · ${OFFICER_ROLES.supervisor}` : ''}`
}
