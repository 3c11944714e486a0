import { Alert, Button, Input, InputNumber, Select } from 'antd'
import { useId, useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { CallError, call } from '#web/call.ts'
import { ask, toast } from '#web/feedback.ts'
import { useAction, useCall } from '#web/use-call.ts'
import { officerCandidates, startCeremony } from '../contract.ts'
import { OFFICER_ROLES } from '../rules.ts'
import { concentration, keyHolders } from '../rules-holders.ts'

type Candidate = OutputOf<typeof officerCandidates>[number]

interface StartFormProps {
  orderId: string
  /** What happens when one organisation could open by itself. */
  unitRule: 'block' | 'warn'
  onStarted: () => void
}

/** Who holds a part, and how many of them open. */
export function StartForm({ orderId, unitRule, onStarted }: StartFormProps) {
  const params = { orderId }
  const { data: people = [] } = useCall(officerCandidates, { params, query: {} })
  const start = useAction(startCeremony, { success: '已发起，保管人会收到消息', onDone: onStarted })
  const [chosen, setChosen] = useState<Candidate[]>([])
  const [threshold, setThreshold] = useState(2)
  const [account, setAccount] = useState('')
  const [searching, setSearching] = useState(false)
  const ids = [useId(), useId(), useId()]
  const add = (person: Candidate) =>
    setChosen((now) => (now.some((one) => one.userId === person.userId) ? now : [...now, person]))

  const find = async () => {
    setSearching(true)
    try {
      const [found] = await call(officerCandidates, { params, query: { account: account.trim() } })
      if (!found) return toast.warning('没有这个账号或手机号的人员')
      add(found)
      setAccount('')
    } catch (error) {
      if (!(error instanceof CallError && error.handled)) toast.error('未能查找，请重试')
    } finally {
      setSearching(false)
    }
  }
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
    <div className="joint-start">
      <p className="kb-muted">
        保管人应来自至少两个单位，任何一个单位的保管人数应少于开启门限；监督人不得是采购人或代理机构的人员。
      </p>
      <div className="joint-search">
        <label htmlFor={ids[0]}>
          本单位及采购人、代理机构人员
          <Select
            id={ids[0]}
            style={{ width: 280 }}
            showSearch={{ optionFilterProp: 'label' }}
            placeholder="输入姓名搜索"
            value={null}
            options={people
              .filter((person) => !chosen.some((one) => one.userId === person.userId))
              .map((person) => ({ value: person.userId, label: `${person.name}（${person.companyName}）` }))}
            onChange={(userId) => add(people.find((person) => person.userId === userId)!)}
          />
        </label>
        <form
          className="joint-search"
          onSubmit={(event) => {
            event.preventDefault()
            void find()
          }}
        >
          <label htmlFor={ids[1]}>
            监督人账号或手机号
            <Input
              id={ids[1]}
              style={{ width: 200 }}
              autoComplete="off"
              disabled={searching}
              value={account}
              onChange={(event) => setAccount(event.target.value)}
            />
          </label>
          <Button htmlType="submit" loading={searching} disabled={account.trim() === ''}>
            查找并加入
          </Button>
        </form>
      </div>
      {chosen.length > 0 && (
        <ol className="joint-chosen" aria-label="已选保管人">
          {chosen.map((person) => (
            <li key={person.userId}>
              <span>
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
      <label htmlFor={ids[2]}>
        开启门限{' '}
        <InputNumber
          id={ids[2]}
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
