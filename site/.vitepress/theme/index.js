import DefaultTheme from 'vitepress/theme'
import { h } from 'vue'

import Mermaid from './Mermaid.vue'
import Versions from './Versions.vue'
import './guide.css'

export default {
  extends: DefaultTheme,
  Layout: () =>
    h(DefaultTheme.Layout, null, { 'nav-bar-content-after': () => h(Versions), 'nav-screen-content-after': () => h(Versions) }),
  enhanceApp({ app, router, siteData }) {
    app.component('Mermaid', Mermaid)
    // The switch of languages names a page that may have no translation.
    router.onBeforeRouteChange = (to) => {
      const { base, themeConfig } = siteData.value
      const [, page, rest] = to.slice(base.length).match(/^zh\/([^?#]*?)(?:\.html)?([?#].*)?$/) ?? []
      if (page && !themeConfig.translated.includes(page)) {
        router.go(`${base}${page}.html${rest ?? ''}`)
        return false
      }
    }
  }
}
