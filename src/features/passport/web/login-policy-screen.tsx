import type { BodyOf } from '#contract/endpoint.ts'
import { FormScreen, WhenLoaded } from '#web/kit/form-screen.tsx'
import { POLICY_REASON } from '#web/kit/policy-reason.ts'
import { useAction, useCall } from '#web/use-call.ts'
import { loginPolicy, setLoginPolicy } from '../contract-policy.ts'
import { FACTOR_GROUPS, type FactorGroup, type LoginPolicy } from '../rules-policy.ts'

type Body = BodyOf<typeof setLoginPolicy>

/** How people log in at this tenant: passwords, sessions, second factors. */
export function Screen() {
  const query = useCall(loginPolicy, {}, { fresh: 0 })
  return <WhenLoaded query={query}>{(policy) => <PolicyForm key={query.dataUpdatedAt} policy={policy} />}</WhenLoaded>
}

function PolicyForm({ policy }: { policy: LoginPolicy }) {
  const save = useAction(setLoginPolicy, { success: '已保存' })
  const asked = Object.values(policy.factorFrom).filter((day) => day != null).length
  return (
    <FormScreen<Body>
      title="登录安全"
      facts={[asked > 0 ? `${asked} 类人员须使用双重验证` : '未要求双重验证']}
      initial={policy}
      schema={setLoginPolicy.body}
      sections={[
        {
          title: '双重验证',
          hint: '自所填日期起，该类人员登录后须再以验证器动态码或通行密钥验证身份；尚未设置的，登录时引导设置。留空为不要求。',
          fields: (Object.keys(FACTOR_GROUPS) as FactorGroup[]).map((group) => ({
            kind: 'day' as const,
            name: `factorFrom.${group}`,
            label: FACTOR_GROUPS[group],
          })),
        },
        {
          title: '关键操作',
          fields: [
            {
              kind: 'integer',
              name: 'stepUpMinutes',
              label: '身份验证有效期',
              unit: '分钟',
              min: 0,
              max: 240,
              required: true,
              help: '启动开标、密钥保管人操作前，须在此时间内验证过身份；0 为不要求',
            },
          ],
        },
        {
          title: '密码',
          hint: '对此后设置的密码生效。常见密码一律不能使用；平台默认密码不符合规则的自动停用，新账号以短信验证码登录。',
          fields: [
            { kind: 'integer', name: 'passwordMin', label: '最短', unit: '位', min: 6, max: 64, required: true },
            { kind: 'integer', name: 'passwordMax', label: '最长', unit: '位', min: 14, max: 64, required: true },
            { kind: 'switch', name: 'passwordSymbols', label: '允许使用符号' },
          ],
        },
        {
          title: '登录时长',
          hint: '保存后对已登录的人员立即生效。',
          fields: [
            { kind: 'integer', name: 'idleHours', label: '无操作退出', unit: '小时', min: 1, max: 12, required: true },
            { kind: 'integer', name: 'maxHours', label: '最长登录', unit: '小时', min: 1, max: 168, required: true },
          ],
        },
        POLICY_REASON,
      ]}
      submit={{
        label: '保存',
        confirm: '保存后立即生效，已登录的人员可能须重新登录或验证身份。',
        run: (body) => save.run({ body }),
      }}
    />
  )
}
