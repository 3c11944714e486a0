import { Button, Input } from 'antd'
import { useState } from 'react'
import { openDialog } from '#web/kit/dialog.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { addWitness, auctionWitnesses, removeWitness } from '../contract.ts'

/** Who may look on: named by the owner, by the mobile number of the account. */
export function WitnessList({ orderId }: { orderId: string }) {
  const { data = [] } = useCall(auctionWitnesses, { params: { orderId } })
  const add = useAction(addWitness, { success: '已邀请见证人' })
  const remove = useAction(removeWitness, { success: '已取消' })
  const open = () =>
    openDialog<{ name: string; mobile: string; unit: string }>({
      title: '邀请见证人',
      content: (state) => <Fields onChange={(value) => state.set(value)} />,
      run: async (value) =>
        (await add.run({ params: { orderId }, body: value ?? { name: '', mobile: '', unit: '' } })).ok,
    })
  return (
    <p className="auction-witnesses">
      见证人：{data.length === 0 && '未邀请'}
      {data.map((one) => (
        <span key={one.witnessId}>
          {one.name}
          {one.unit && `（${one.unit}）`}
          <Button
            size="small"
            type="link"
            aria-label={`取消见证人${one.name}`}
            onClick={() => void remove.run({ params: { orderId, witnessId: one.witnessId } })}
          >
            取消
          </Button>
        </span>
      ))}
      <Button size="small" onClick={open}>
        邀请见证人
      </Button>
    </p>
  )
}

function Fields({ onChange }: { onChange: (value: { name: string; mobile: string; unit: string }) => void }) {
  const [value, setValue] = useState({ name: '', mobile: '', unit: '' })
  const change = (part: Partial<typeof value>) => {
    const next = { ...value, ...part }
    setValue(next)
    onChange(next)
  }
  return (
    <>
      <p className="kb-size-13 kb-soft">见证人以其账号的手机号登录后，从本采购单的竞价大厅地址进入，只能观看。</p>
      {(
        [
          ['name', '姓名'],
          ['mobile', '手机号'],
          ['unit', '单位（选填）'],
        ] as const
      ).map(([name, label]) => (
        <label key={name} className="stage-field kb-stack kb-gap-6 kb-above-12 kb-below-12">
          {label}
          <Input value={value[name]} maxLength={100} onChange={(event) => change({ [name]: event.target.value })} />
        </label>
      ))}
    </>
  )
}
