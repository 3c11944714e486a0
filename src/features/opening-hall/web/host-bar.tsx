import { Button, InputNumber } from 'antd'
import { useState } from 'react'
import { formatAmount, toCapitals } from '#contract/money.ts'
import { openExport } from '#web/export.ts'
import { ActionBar } from '#web/kit/action-bar.tsx'
import { TextBox } from '#web/kit/ask-text.tsx'
import { openDialog } from '#web/kit/dialog.tsx'
import { useAction } from '#web/use-call.ts'
import { lazyPart } from '#web/lazy-part.tsx'
import * as c from '../contract.ts'
import * as decryption from '../contract-decrypt.ts'
import { closeRelease } from '../contract-joint.ts'
import * as o from '../contract-offer.ts'
import { DecryptState, MarkUnit } from '../rules.ts'
import { othersOf } from './bidder-table.tsx'

const HostTools = lazyPart(() => import('./host-tools.tsx').then((m) => m.HostTools))

/** The host's controls, and for everybody the line of what is being read now. */
export function HostBar({ hall }: { hall: c.HallDetail }) {
  const params = { projectId: hall.projectId }
  const second = hall.stage === 2
  const startOffer = useAction(o.startOfferOpening)
  const marks = useAction(second ? o.openOfferMarks : c.openMarks)
  const read = useAction(c.readOut)
  const end = useAction(second ? o.endOfferOpening : c.endOpening, { success: '开标已结束' })
  const close = useAction(closeRelease, { success: '已截止，保管人会收到消息' })
  const extend = useAction(decryption.extendDecryption, { success: '已延长解密时间' })
  const next = hall.bidders.find((b) => b.decryptState === DecryptState.values.success && !b.readAt)
  // Why the next step must wait, for all in the room to read and not only under the pointer.
  const hindrance = hall.actions.find((one) => one.primary)?.reason

  const act = (action: string) => {
    switch (action) {
      case 'startOffer':
        return startOffer.run({ params })
      case 'openMarks':
        return marks.run({ params })
      case 'readNext':
        return next && read.run({ params: { ...params, bidderId: next.bidderId } })
      case 'end':
        return end.run({ params })
      case 'closeRelease':
        return close.run({ params })
      case 'extend':
        return openDialog<{ minutes: number; reason: string }>({
          title: '延长解密时间',
          content: (state) => <ExtendFields onChange={(value) => state.set(value)} />,
          run: async (value) => (await extend.run({ params, body: value ?? { minutes: 30, reason: '' } })).ok,
        })
      default:
        return undefined
    }
  }
  // Before the start its action stands in the middle of the hall.
  if (!hall.startedAt) return null
  return (
    <footer className="stage-foot kb-row kb-gap-16">
      {hindrance && !hall.readingId ? <p className="stage-readline">{hindrance}</p> : <ReadLine hall={hall} />}
      {hall.part === 'host' && <HostTools hall={hall} />}
      <Sheets hall={hall} />
      <ActionBar actions={hall.actions} onAction={(action) => void act(action)} />
    </footer>
  )
}

/** What is being read now, as a sentence the host can read aloud. */
export function ReadLine({ hall }: { hall: c.HallDetail }) {
  const reading = hall.bidders.find((b) => b.bidderId === hall.readingId)
  if (!reading || hall.endedAt) return <p className="stage-readline" />
  const others = othersOf(reading).map((m) => `${m.markName}${m.markValue}${MarkUnit.label(m.markUnit)}`)
  return (
    <p className="stage-readline" aria-live="polite">
      正在唱标：第{reading.no}家，{reading.supplierName}
      {reading.quote !== null && `，投标总价${formatAmount(reading.quote)}元，大写${toCapitals(reading.quote)}`}
      {others.length > 0 && `，${others.join('，')}`}。
    </p>
  )
}

/** The opening sheet, to read and to go on with. */
export function Sheets({ hall }: { hall: c.HallDetail }) {
  if (!hall.sheetReady) return null
  const address = `/api/bid-hall/${hall.projectId}/opening-sheet?stage=${hall.stage}`
  return (
    <>
      <Button onClick={() => void openExport(address)}>开标一览表</Button>
      <Button onClick={() => void openExport(`${address}&format=xlsx`)}>导出表格</Button>
    </>
  )
}

function ExtendFields({ onChange }: { onChange: (value: { minutes: number; reason: string }) => void }) {
  const [value, setValue] = useState({ minutes: 30, reason: '' })
  const change = (part: Partial<typeof value>) => {
    const merged = { ...value, ...part }
    setValue(merged)
    onChange(merged)
  }
  return (
    <>
      <label className="stage-field kb-stack kb-gap-6 kb-above-12 kb-below-12">
        延长时间
        <InputNumber
          min={1}
          max={480}
          value={value.minutes}
          suffix="分钟"
          onChange={(minutes) => change({ minutes: minutes ?? 30 })}
        />
      </label>
      <TextBox label="延长原因（将记入开标记录）" onChange={(reason) => change({ reason })} />
    </>
  )
}
