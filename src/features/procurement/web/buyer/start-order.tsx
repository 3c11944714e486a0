import { Radio } from 'antd'
import { useState } from 'react'
import { openDialog } from '#web/kit/dialog.tsx'
import { METHODS } from '../../methods/all.ts'
import type { AnyMethod } from '../../methods/method.ts'
import { type Regime, REGIMES } from '../../rules/regimes.ts'

/** Asks under which method a project is bought, what its regime provides for first; `onChosen` opens the form. */
export function startOrder(regime: Regime, onChosen: (method: AnyMethod) => void): void {
  const fits = ({ regimes }: AnyMethod) => regimes.includes(regime)
  const methods = METHODS.toSorted((a, b) => Number(fits(b)) - Number(fits(a)))
  const [first] = methods
  openDialog<AnyMethod>({
    title: '发起采购',
    okText: '下一步',
    content: ({ set }) => <Choice methods={methods} regime={regime} onChange={set} />,
    run: async (method = first) => {
      if (method) onChosen(method)
      return true
    },
  })
}

interface ChoiceProps {
  methods: readonly AnyMethod[]
  regime: Regime
  onChange: (method: AnyMethod) => void
}

function Choice({ methods, regime, onChange }: ChoiceProps) {
  const [code, setCode] = useState(methods[0]?.code)
  return (
    <Radio.Group
      aria-label="采购方式"
      className="kb-stack kb-gap-8"
      value={code}
      onChange={(event) => {
        const chosen = methods.find((one) => one.code === event.target.value)!
        setCode(chosen.code)
        onChange(chosen)
      }}
    >
      {methods.map(({ code: value, name, regimes }) => (
        <Radio key={value} value={value}>
          {name}
          {!regimes.includes(regime) && (
            <small className="kb-muted">（用于{regimes.map((one) => REGIMES[one].label).join('、')}）</small>
          )}
        </Radio>
      ))}
    </Radio.Group>
  )
}
