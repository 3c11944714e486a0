import type { WebFeature } from '../screen.ts'

/** The shell's own pages. */
export const shellWeb: WebFeature = {
  screens: [
    { path: '/', title: '首页', layout: 'top', load: () => import('./home-screen.tsx') },
    { path: '/blank-page', title: '', layout: 'none', withoutCompany: true, load: () => import('./blank-screen.tsx') },
    { path: '/404', title: '页面不存在', layout: 'top', load: () => import('./not-found-screen.tsx') },
    { path: '/401', title: '无权限访问', layout: 'top', load: () => import('./not-right-screen.tsx') },
  ],
}
