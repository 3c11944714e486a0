import { Paper } from '#web/kit/paper.tsx'
import { Input } from 'antd'
import { useEffect, useState } from 'react'
import type { Endpoint } from '#contract/endpoint.ts'
import type { LooseInput } from '#web/call.ts'
import { call } from '#web/call.ts'
import type { Field } from '#web/kit/form-fields.tsx'
import { contrastOnWhite, LEAST_CONTRAST } from '../rules/brand.ts'
import './enterprise.css'

interface ColourProps {
  id?: string
  value?: string
  onChange?: (value: string) => void
}

/** A colour by picking or typing, with its contrast against white told at once. */
export function ColourInput({ id, value = '', onChange }: ColourProps) {
  const ratio = contrastOnWhite(value)
  return (
    <>
      <span className="ent-colour kb-flex kb-gap-8">
        <input
          type="color"
          aria-label="选取颜色"
          value={ratio > 0 ? value : '#000000'}
          onChange={(event) => onChange?.(event.target.value)}
        />
        <Input
          {...(id ? { id } : {})}
          value={value}
          maxLength={7}
          placeholder="#0958d9"
          onChange={(event) => onChange?.(event.target.value.trim())}
        />
      </span>
      {ratio > 0 && (
        <span
          className={`kb-size-13 kb-block kb-above-4 ${ratio >= LEAST_CONTRAST ? 'kb-good' : 'kb-bad'}`}
          role="status"
        >
          与白色的对比度 {ratio.toFixed(2)}
          {ratio >= LEAST_CONTRAST ? '，文字清晰可读' : `，须不低于 ${LEAST_CONTRAST}，请选择更深的颜色`}
        </span>
      )}
    </>
  )
}

/** The fields that a brand has wherever it is edited. */
export const BRAND_FIELDS: Field[] = [
  { kind: 'custom', name: 'themeColor', label: '主题色', required: true, control: <ColourInput /> },
  {
    kind: 'text',
    name: 'alias',
    label: '门户别名',
    required: true,
    maxLength: 20,
    help: '门户地址为 /portal/别名；更换后旧地址不再可用',
  },
  { kind: 'text', name: 'openHallTitle', label: '开标大厅名称', required: true, maxLength: 30 },
  {
    kind: 'files',
    name: 'logo',
    label: '标志',
    use: 'brand-picture',
    most: 1,
    accept: '.png,.jpg,.jpeg,.webp',
    help: 'PNG、JPG、WEBP，不超过 64 KB；不上传则沿用现有标志',
  },
  {
    kind: 'files',
    name: 'favicon',
    label: '浏览器图标',
    use: 'brand-picture',
    most: 1,
    accept: '.png,.ico',
    help: 'PNG、ICO，不超过 64 KB；不上传则沿用现有图标',
  },
]

interface PreviewProps {
  title: string
  name: string
  brand: { alias: string; themeColor: string; openHallTitle: string }
  logo: string
}

/** A brand as it will look on a light page: bar, button, link, hall. */
export function BrandPreview({ title, name, brand, logo }: PreviewProps) {
  return (
    <Paper>
      <figure className="ent-brand kb-clip kb-frame" aria-label={title}>
        <div className="ent-brand-bar kb-row kb-gap-12 kb-rule kb-strong">
          {logo && <img src={logo} alt="" />}
          <span>{name}</span>
        </div>
        <div className="kb-row kb-gap-12 kb-wrap">
          <span className="ent-brand-button" style={{ background: brand.themeColor }}>
            按钮
          </span>
          <span style={{ color: brand.themeColor }}>链接文字</span>
          <span className="kb-muted">
            {brand.themeColor}，对比度 {contrastOnWhite(brand.themeColor).toFixed(2)}
          </span>
        </div>
        <div className="ent-brand-hall">{brand.openHallTitle}</div>
        <figcaption className="kb-size-13 kb-soft">
          {title} · /portal/{brand.alias}
        </figcaption>
      </figure>
    </Paper>
  )
}

/** The address of a picture that only a call gives; '' until it is there or without one. */
export function usePicture(endpoint: Endpoint, input: LooseInput | null): string {
  const [address, setAddress] = useState('')
  const key = input && JSON.stringify(input)
  useEffect(() => {
    if (key === null) return
    let made = ''
    let gone = false
    const load = call as (endpoint: Endpoint, input: LooseInput) => Promise<Blob>
    load(endpoint, JSON.parse(key) as LooseInput)
      .then((blob) => {
        if (gone) return
        made = URL.createObjectURL(blob)
        setAddress(made)
      })
      // Without the picture the preview shows the name alone.
      .catch(() => undefined)
    return () => {
      gone = true
      setAddress('')
      if (made) URL.revokeObjectURL(made)
    }
  }, [endpoint, key])
  return address
}
