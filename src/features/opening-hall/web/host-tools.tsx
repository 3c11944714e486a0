import { Button, Dropdown, Input, Select } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { AmountInput } from '#web/kit/amount-input.tsx'
import { TextBox } from '#web/kit/ask-text.tsx'
import { ask } from '#web/feedback.ts'
import { openDialog } from '#web/kit/dialog.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import type { HallDetail } from '../contract.ts'
import * as c from '../contract-compare.ts'
import { isDouble } from '../rules-offer.ts'
import { useHallAddress } from './addresses.ts'

type Drawn = { params: Record<string, string>; how: string }

/** What the host does beside leading through the steps: reference price, drawn parameters, comparison. */
export function HostTools({ hall }: { hall: HallDetail }) {
  const params = { projectId: hall.projectId }
  const { compare } = useHallAddress()
  const ways = useCall(c.reviewWays, { params })
  const reference = useAction(c.submitControlPrice, { success: '标底已录入，随报价一并公布' })
  const draw = useAction(c.submitScoreParams, {
    success: '抽取结果已记录',
  })
  const byPlatform = useAction(c.drawScoreParams, { success: '抽取事项已冻结，等待随机信标' })
  const isPriced = !isDouble(hall) || hall.stage === 2
  const marked = hall.marksOpenedAt !== null
  const { drawable = [], drawn = null } = ways.data ?? {}
  const mayDraw = hall.stage === 1 && marked && !hall.endedAt && drawable.length > 0
  const enterReference = () =>
    openDialog<{ price?: string; basis: string }>({
      title: hall.referencePrice ? '更正标底' : '录入标底',
      content: (state) => <ReferenceFields hall={hall} onChange={(value) => state.set(value)} />,
      run: async (value) =>
        (await reference.run({ params, body: { price: value?.price ?? '', basis: value?.basis ?? '' } })).ok,
    })
  const enterDraw = () =>
    openDialog<Drawn>({
      title: '抽取评分参数',
      content: (state) => <DrawFields drawable={drawable} onChange={(value) => state.set(value)} />,
      run: async (value) => (await draw.run({ params, body: value ?? { params: {}, how: '' } })).ok,
    })
  const isDrawing = hall.draw !== null && hall.draw.stage !== 'prepared'
  const drawByPlatform = async () => {
    const content =
      '抽取事项和备选值即刻冻结并登记，结果由其后产生的随机信标与在场各方的随机数共同决定，不得重抽。确认由系统抽取？'
    if (await ask({ title: '由系统抽取评分参数', content })) await byPlatform.run({ params })
  }
  const items = [
    ...(isPriced && !marked
      ? [{ key: 'reference', label: hall.referencePrice ? '更正标底' : '录入标底', onClick: enterReference }]
      : []),
    ...(mayDraw && !drawn && !isDrawing
      ? [
          { key: 'draw', label: '录入现场抽取结果', onClick: enterDraw },
          { key: 'by-platform', label: '由系统抽取评分参数', onClick: () => void drawByPlatform() },
        ]
      : []),
    ...(isPriced && marked ? [{ key: 'compare', label: <Link to={compare}>报价对比</Link> }] : []),
  ]
  return (
    <>
      {mayDraw && !drawn && !isDrawing && (
        <p className="hall-extension kb-size-16 kb-soft">招标文件约定的评分参数尚未抽取</p>
      )}
      {items.length === 1 && items[0]!.key === 'compare' ? (
        <Link className="stage-link kb-size-16 kb-accent" to={compare}>
          报价对比
        </Link>
      ) : (
        items.length > 0 && (
          <Dropdown trigger={['click']} menu={{ items }}>
            <Button>工具</Button>
          </Dropdown>
        )
      )}
    </>
  )
}

function ReferenceFields({
  hall,
  onChange,
}: {
  hall: HallDetail
  onChange: (value: { price?: string; basis: string }) => void
}) {
  const [value, setValue] = useState<{ price?: string; basis: string }>({
    ...(hall.referencePrice ? { price: hall.referencePrice.price } : {}),
    basis: hall.referencePrice?.basis ?? '',
  })
  const change = (part: { price?: string; basis?: string }) => {
    const next = { ...value, ...part }
    setValue(next)
    onChange(next)
  }
  return (
    <>
      <p>
        设有标底的，应当在开标时公布（实施条例第五十条）。标底在公布报价前录入，与报价同时公开；最高限价以招标文件载明的为准，开标时不能设定或更改（第二十七条）。
      </p>
      <label className="stage-field kb-stack kb-gap-6 kb-above-12 kb-below-12" htmlFor="hall-reference">
        标底（元）
        <AmountInput
          id="hall-reference"
          {...(value.price === undefined ? {} : { value: value.price })}
          onChange={(price) => change(price === undefined ? {} : { price })}
        />
      </label>
      <label className="stage-field kb-stack kb-gap-6 kb-above-12 kb-below-12">
        编制依据
        <Input value={value.basis} maxLength={200} onChange={(event) => change({ basis: event.target.value })} />
      </label>
    </>
  )
}

function DrawFields({
  drawable,
  onChange,
}: {
  drawable: { name: string; label: string; options: string[] }[]
  onChange: (value: Drawn) => void
}) {
  const [value, setValue] = useState<Drawn>({ params: {}, how: '' })
  const change = (next: Drawn) => {
    setValue(next)
    onChange(next)
  }
  return (
    <>
      <p>当众抽取后录入，记入开标记录且不能更改；评审时按抽取结果计算价格分。备选值由招标文件载明。</p>
      {drawable.map((one) => (
        <label key={one.name} className="stage-field kb-stack kb-gap-6 kb-above-12 kb-below-12">
          {one.label}
          <Select
            aria-label={one.label}
            options={one.options.map((option) => ({ value: option, label: `${option}%` }))}
            onChange={(picked: string) => change({ ...value, params: { ...value.params, [one.name]: picked } })}
          />
        </label>
      ))}
      <TextBox label="抽取方式（如：投标人代表摇号）" onChange={(how) => change({ ...value, how })} />
    </>
  )
}
