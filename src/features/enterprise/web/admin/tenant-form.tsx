import { Select } from 'antd'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import * as z from 'zod'
import type { BodyOf } from '#contract/endpoint.ts'
import type { FileRef } from '#web/kit/file-list.tsx'
import type { Field } from '#web/kit/form-fields.tsx'
import { FormScreen } from '#web/kit/form-screen.tsx'
import type { Outcome } from '#web/use-call.ts'
import { updateTenantBranding } from '../../contract/admin.ts'
import { brandProblems, hostProblems } from '../../rules/brand.ts'
import { SERVICES } from '../../rules/services.ts'
import { BRAND_FIELDS } from '../brand-fields.tsx'
import { TENANT_SWITCHES } from '../words.ts'

type Body = BodyOf<typeof updateTenantBranding>
export type TenantValues = Omit<Body, 'logoId' | 'faviconId'> & { logo?: FileRef[]; favicon?: FileRef[] }

interface TenantFormProps {
  title: string
  facts: (string | false)[]
  /** The default tenant has every address that no other has: it names none. */
  isDefault: boolean
  /** Nothing stands yet that could be kept. */
  isNew?: boolean
  initial: Partial<TenantValues>
  save: (body: Body) => Promise<Outcome<unknown>>
  side?: ReactNode
}

/** Name, addresses, brand and features of a tenant, new or not. */
export function TenantForm({ title, facts, isDefault, isNew = false, initial, save, side }: TenantFormProps) {
  const navigate = useNavigate()
  return (
    <FormScreen<TenantValues>
      title={title}
      facts={facts}
      back={{ label: '租户管理', to: '/admin/tenants' }}
      initial={initial}
      sections={[
        {
          title: '平台',
          fields: [
            { kind: 'text', name: 'name', label: '平台名称', required: true, maxLength: 30 },
            { kind: 'text', name: 'reviewPlatformTitle', label: '评审平台名称', required: true, maxLength: 30 },
            { kind: 'text', name: 'hotline', label: '客服热线', maxLength: 40 },
            { kind: 'text', name: 'address', label: '联系地址' },
            ...(isDefault ? [] : [HOSTS]),
          ],
        },
        { title: '品牌', fields: isNew ? BRAND_FIELDS.map(withoutOld) : BRAND_FIELDS },
        {
          title: '功能',
          hint: '关闭的功能不再提供给企业申请，相应的应用不再显示。',
          fields: [features('funcList', '采购人和供应商', initial), features('agencyFuncList', '代理机构', initial)],
        },
      ]}
      schema={z.unknown().superRefine((given, ctx) => {
        const body = bodyOf(given as TenantValues)
        const issues = updateTenantBranding.body.safeParse(body).error?.issues ?? []
        for (const { path, message } of issues) ctx.addIssue({ code: 'custom', path: path.slice(0, 1), message })
        const problems = [...brandProblems(body), ...hostProblems(body.hosts ?? [], initial.hosts)]
        for (const { path, message } of problems) ctx.addIssue({ code: 'custom', path: [path], message })
      })}
      submit={{ label: '保存', run: (given) => save(bodyOf(given)) }}
      onDone={() => void navigate('/admin/tenants')}
      side={side}
    />
  )
}

const FIRST_CHARACTER: Readonly<Record<string, string>> = {
  alias: '门户地址为 /portal/别名',
  logo: 'PNG、JPG、WEBP，不超过 64 KB；不上传则使用平台名称的首字',
  favicon: 'PNG、ICO，不超过 64 KB；不上传则使用平台名称的首字',
}

function withoutOld(field: Field): Field {
  const help = FIRST_CHARACTER[field.name]
  return help ? { ...field, help } : field
}

const HOSTS: Field = {
  kind: 'custom',
  name: 'hosts',
  label: '专用域名',
  wide: true,
  help: '域名须先解析到本系统；从专用域名进入的用户只使用该平台。不填写时由门户地址进入',
  control: <Select mode="tags" open={false} suffix={null} placeholder="输入域名后按回车，例如 caigou.example.cn" />,
}

/** Services of this version, and what is on already although this version does not know it. */
function features(name: 'funcList' | 'agencyFuncList', label: string, initial: Partial<TenantValues>): Field {
  const known: { value: string; label: string }[] = [
    ...SERVICES.filter((service) => service.kind === 'service'),
    ...TENANT_SWITCHES,
  ].map(({ code, label: text }) => ({ value: code, label: text }))
  const others = (initial[name] ?? [])
    .filter((code) => !known.some((one) => one.value === code))
    .map((code) => ({ value: code, label: code }))
  return { kind: 'checks', name, label, options: [...known, ...others], wide: true }
}

function bodyOf({ logo, favicon, ...values }: TenantValues): Body {
  return {
    ...values,
    alias: values.alias ?? '',
    openHallTitle: values.openHallTitle ?? '',
    themeColor: (values.themeColor ?? '').toLowerCase(),
    funcList: values.funcList ?? [],
    agencyFuncList: values.agencyFuncList ?? [],
    logoId: logo?.[0]?.fileId ?? null,
    faviconId: favicon?.[0]?.fileId ?? null,
  }
}
