// An address that is none of the desk.
import { html } from "../shell/html.js";
import { Empty } from "../components/states.js";

export const Screen = () => html`<${Empty} title="There is nothing at this address."><a href="/">All collections</a><//>`;
